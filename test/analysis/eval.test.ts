import { describe, expect, it } from 'vitest';
import { type EvalParams, evaluate } from '../../src/analysis/eval.ts';
import { fenOf, startPosition } from '../../src/chess/position.ts';
import { cp, mate, type Score } from '../../src/chess/score.ts';
import { positionOf } from '../support/positions.ts';
import { fakeEngines } from './fake.ts';

const params = (changes: Partial<EvalParams> = {}): EvalParams => ({
  limit: { kind: 'depth', depth: 12 },
  multipv: 1,
  deterministic: false,
  ...changes,
});

const line = (score: Score, ...uci: string[]) => ({ score, depth: 12, uci });

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const THREE_MOVES = '7k/p7/8/8/8/8/8/K7 w - - 0 1';

describe('an evaluation', () => {
  it('reports what the engine found, with the first line as the best', async () => {
    const wdl = { win: 60, draw: 935, loss: 5 };
    const { engines } = fakeEngines({
      lines: [{ ...line(cp(31), 'e2e4', 'e7e5', 'g1f3'), wdl }, line(cp(28), 'd2d4')],
      cached: true,
    });
    expect(await evaluate(startPosition(), params({ multipv: 2 }), engines)).toEqual({
      kind: 'eval',
      version: 1,
      fen: fenOf(startPosition()),
      engine: 'Fakefish 1',
      ending: null,
      depth: 12,
      nodes: 3456,
      score: cp(31),
      // 1 / (1 + exp(-0.00368208 * 31)), https://lichess.org/page/accuracy
      winrate: expect.closeTo(0.5285, 4),
      best: { san: 'e4', uci: 'e2e4' },
      lines: [
        {
          score: cp(31),
          wdl: { win: 0.06, draw: 0.935, loss: 0.005 },
          san: ['e4', 'e5', 'Nf3'],
          uci: ['e2e4', 'e7e5', 'g1f3'],
        },
        { score: cp(28), san: ['d4'], uci: ['d2d4'] },
      ],
      ms: 78,
      cached: true,
    });
  });

  it('gives the score from the side of White and the win rate of the side to move', async () => {
    const { engines } = fakeEngines({ lines: [line(cp(200), 'e7e5')] });
    const black = await evaluate(positionOf(AFTER_E4), params(), engines);
    const white = await evaluate(startPosition(), params(), fakeEngines({ lines: [line(cp(200), 'e2e4')] }).engines);
    expect(black.score).toEqual(cp(200));
    expect(black.winrate).toBeLessThan(0.5);
    expect(black.winrate + white.winrate).toBeCloseTo(1, 12);
    const mating = fakeEngines({ lines: [line(mate(-2), 'e7e5')] });
    expect((await evaluate(positionOf(AFTER_E4), params(), mating.engines)).winrate).toBe(1);
    const forecast = fakeEngines({ lines: [{ ...line(cp(200), 'e7e5'), wdl: { win: 700, draw: 290, loss: 10 } }] });
    const [told] = (await evaluate(positionOf(AFTER_E4), params(), forecast.engines)).lines;
    expect(told?.wdl).toEqual({ win: 0.01, draw: 0.29, loss: 0.7 });
  });

  it('cuts a line off before its first illegal move, in both notations', async () => {
    const { engines } = fakeEngines({ lines: [line(cp(0), 'e2e4', 'e7e5', 'e4e5', 'g8f6')] });
    const report = await evaluate(startPosition(), params(), engines);
    expect(report.lines).toEqual([{ score: cp(0), san: ['e4', 'e5'], uci: ['e2e4', 'e7e5'] }]);
  });

  it('has no best move where the engine named none that is legal', async () => {
    const { engines } = fakeEngines({ lines: [line(cp(0), 'e2e5')] });
    const report = await evaluate(startPosition(), params(), engines);
    expect(report.best).toBeNull();
    expect(report.lines).toEqual([{ score: cp(0), san: [], uci: [] }]);
    expect(await evaluate(startPosition(), params(), fakeEngines().engines)).toMatchObject({
      score: null,
      best: null,
      winrate: 0.5,
      lines: [],
    });
  });

  it.each([
    ['no more lines than there are moves', THREE_MOVES, params({ multipv: 5 }), 3],
    ['no more lines than moves to compare', AFTER_E4, params({ multipv: 5, searchmoves: ['e7e5', 'c7c5'] }), 2],
    ['as many lines as wanted', AFTER_E4, params({ multipv: 5 }), 5],
    ['fewer lines than moves to compare', AFTER_E4, params({ multipv: 1, searchmoves: ['e7e5', 'c7c5'] }), 1],
  ])('asks for %s', async (_, fen, wanted, multipv) => {
    const { engines, searched } = fakeEngines();
    await evaluate(positionOf(fen), wanted, engines);
    expect(searched).toEqual([{ ...wanted, multipv }]);
  });
});

describe('a game that is over', () => {
  it.each([
    ['checkmate', 0, 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['checkmate', 0, 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'],
    ['stalemate', 0.5, '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['dead', 0.5, '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
  ])('by %s is worth %d to the side to move, and no engine is asked', async (ending, winrate, fen) => {
    const { engines, searched } = fakeEngines({ lines: [line(cp(99), 'e2e4')] });
    expect(await evaluate(positionOf(fen), params(), engines)).toEqual({
      kind: 'eval',
      version: 1,
      fen,
      engine: null,
      ending,
      depth: 0,
      nodes: 0,
      score: null,
      winrate,
      best: null,
      lines: [],
      ms: 0,
      cached: false,
    });
    expect(searched).toEqual([]);
  });
});
