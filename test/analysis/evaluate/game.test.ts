import { describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/analysis/engines.ts';
import { evaluateMoves } from '../../../src/analysis/evaluate/game.ts';
import { playUci } from '../../../src/chess/game.ts';
import { legalMoves, type Position, parsePosition, startPosition } from '../../../src/chess/position.ts';

/**
 * Maia holds each move for twice as likely as the one behind it in the list of all; Stockfish likes them the other way
 * round.
 */
const engines = (asked: { ratings: number[][]; multipv: number[] }): Engines => ({
  model: 'fake',
  allRatings: true,
  width: 1,
  search: async (position, { multipv }) => {
    asked.multipv.push(multipv);
    const moves = legalMoves(position).toReversed().slice(0, multipv);
    return {
      ...{ engine: 'Fakefish', depth: 1, nodes: 1, ms: 1, cached: position.turn === 'white' },
      lines: moves.map(({ uci }) => ({ score: { kind: 'cp', cp: 0 }, uci: [uci] })),
    } as unknown as Awaited<ReturnType<Engines['search']>>;
  },
  predict: async ({ history, rating, opponentRating }) => {
    asked.ratings.push([rating, opponentRating]);
    const position = history.at(-1) as Position;
    const logits = legalMoves(position).map((_, index) => -index * Math.LN2);
    return { logits, wdl: { win: 0.3, draw: 0.4, loss: 0.3 }, cached: position.turn === 'black' };
  },
});

const game = playUci(startPosition(), ['e2e4', 'e7e5', 'g1f3']);
if (!game) throw new Error('these moves can be played');

describe('the moves of a real game', () => {
  it('are foreseen by Maia, who knows whose move it is', async () => {
    const asked = { ratings: [] as number[][], multipv: [] };
    const report = await evaluateMoves(game, { ask: 'maia', ratings: { white: 1400, black: 1900 } }, engines(asked));
    expect(asked.ratings).toEqual([
      [1400, 1900],
      [1900, 1400],
      [1400, 1900],
    ]);
    expect(report).toMatchObject({ kind: 'evaluate', version: 1, asked: 'fake', fresh: 2 });
    const moves = legalMoves(startPosition()).map(({ uci }) => uci);
    expect(report.choices[0]?.top).toEqual(moves.slice(0, 3));
    // Of 20 moves with weights 1, 1/2, 1/4, …: ln of the weight, less ln of their sum.
    const sum = 2 - 2 ** -19;
    const weight = -moves.indexOf('e2e4') * Math.LN2;
    expect(report.choices[0]?.logLikelihood).toBeCloseTo(weight - Math.log(sum), 9);
  });

  it('are searched by Stockfish, three lines each, in the order of the game', async () => {
    const asked = { ratings: [], multipv: [] as number[] };
    const limit = { kind: 'nodes', nodes: 100 } as const;
    const report = await evaluateMoves(game, { ask: 'stockfish', limit }, engines(asked));
    expect(asked.multipv).toEqual([3, 3, 3]);
    expect(report).toMatchObject({ asked: 'Fakefish', fresh: 1 });
    report.choices.forEach(({ top, logLikelihood }, ply) => {
      const moves = legalMoves(game.positions[ply] as Position).map(({ uci }) => uci);
      expect(top).toEqual(moves.toReversed().slice(0, 3));
      expect(logLikelihood).toBeNull();
    });
  });

  it('may leave fewer than three to choose from', async () => {
    const cornered = parsePosition('7k/8/8/8/8/8/6Q1/K7 b - - 0 1');
    const forced = cornered.ok && playUci(cornered.value, ['h8h7']);
    if (!forced) throw new Error('these moves can be played');
    const asked = { ratings: [], multipv: [] as number[] };
    await evaluateMoves(forced, { ask: 'stockfish', limit: { kind: 'depth', depth: 1 } }, engines(asked));
    expect(asked.multipv).toEqual([1]);
  });
});
