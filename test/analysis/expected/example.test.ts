import { describe, expect, it } from 'vitest';
import { expectedWinrates } from '../../../src/analysis/expected/expected.ts';
import { DEFAULTS, type ExpectedParams } from '../../../src/analysis/expected/params.ts';
import { type ExpectedReport, ranked } from '../../../src/analysis/expected/report.ts';
import { MAX_NODES, positionCounter } from '../../../src/analysis/expected/tree.ts';
import { gameFrom, playUci } from '../../../src/chess/game.ts';
import { epdOf, legalMoves, type Position, startPosition } from '../../../src/chess/position.ts';
import { cp, type Score } from '../../../src/chess/score.ts';
import { positionOf } from '../../support/positions.ts';
import { type FakeOptions, fakeEngines } from './fake-engines.ts';

/** Examples small enough to be worked out by hand. */

const analyse = (
  position: Position,
  params: Partial<ExpectedParams>,
  fakes: FakeOptions,
  moves: string[] = [],
): Promise<ExpectedReport> => {
  const game = playUci(position, moves) ?? gameFrom(position);
  return expectedWinrates(game, { ...DEFAULTS, ...params }, fakeEngines(fakes).engines, {
    deterministic: false,
    trace: false,
    onProgress: () => undefined,
  });
};

/** People who play these moves this often, and all others equally seldom. */
const habits =
  (table: Record<string, Record<string, number>>) =>
  (position: Position): number[] => {
    const known = table[boardOf(position)] ?? {};
    const moves = legalMoves(position);
    const rest = 1 - Object.values(known).reduce((sum, share) => sum + share, 0);
    const others = moves.length - Object.keys(known).length;
    return moves.map(({ uci }) => Math.log(known[uci] ?? Math.max(rest, 1e-12) / others));
  };

/** Scores (White's, in pawns) by position; the others are even. */
const scores =
  (table: Record<string, number>) =>
  (position: Position): Score =>
    cp(Math.round(100 * (table[boardOf(position)] ?? 0)));

const boardOf = (position: Position): string => epdOf(position).split(' ').slice(0, 2).join(' ');

// White: Ka1, pawn h2. Black: Ka8, pawn h7. After 1. h4 people answer h5 (60 %), h6 (30 %) or with the king (10 %).
const ROOT = positionOf('k7/7p/8/8/8/8/7P/K7 w - - 0 20');
const AFTER_H4 = 'k7/7p/8/8/7P/8/8/K7 b';
const H5 = 'k7/8/8/7p/7P/8/8/K7 w';
const H6 = 'k7/8/7p/8/7P/8/8/K7 w';
const HABITS = habits({
  [boardOf(ROOT)]: { h2h4: 0.5 },
  [AFTER_H4]: { h7h5: 0.6, h7h6: 0.3 },
  [H5]: { a1b2: 0.5, a1b1: 0.25, a1a2: 0.25 },
  [H6]: { a1b2: 1 },
});
const H5_KB2 = 'k7/8/8/7p/7P/8/1K6/8 b';
const H5_KB1 = 'k7/8/8/7p/7P/8/8/1K6 b';
const curve = (pawns: number): number => 1 / (1 + Math.exp(-0.368208 * pawns));

describe('an example worked out by hand', () => {
  // Threshold 0.25: h5 (0.6) and h6 (0.3) are followed; below h5 Kb2 (0.3) but not Kb1 and Ka2 (0.15 each);
  // below h6 Kb2 (0.3); below those nothing reaches a quarter, since the habits there are even.
  const scored = scores({ [AFTER_H4]: 1, [H5]: 1, [H5_KB2]: 2, [H6]: 3 });
  const params = { threshold: 0.25, loss: -0.2 };

  it('has the tree, the coverage and the sum that it should', async () => {
    const report = await analyse(ROOT, params, { score: scored, logits: HABITS });
    const h4 = report.moves.find(({ san }) => san === 'h4');
    expect(h4?.tree.children.map(({ san, probability }) => [san, probability.toFixed(6)])).toEqual([
      ['h5', '0.600000'],
      ['h6', '0.300000'],
    ]);
    expect(report.rootWinrate).toBeCloseTo(curve(1), 12);
    // Leaves: h5 Kb2 (0.3, worth +2), h6 Kb2 (0.3, even), and nothing else; 0.4 of the point goes to the root.
    expect(h4?.coverage).toBeCloseTo(0.6, 9);
    expect(h4?.expected).toBeCloseTo(0.3 * curve(2) + 0.3 * 0.5 + 0.4 * curve(1), 9);
    expect(h4).toMatchObject({ branches: 2, nodes: 5, treeDepth: 2, risk: 0 });
    // After h6 White has +3, two pawns more than after h4: a mistake of 30 % of the opponents.
    expect(h4?.trap).toBeCloseTo(0.3, 9);
  });

  it('with residual node values what is dropped where it is dropped', async () => {
    const report = await analyse(ROOT, { ...params, residual: 'node' }, { score: scored, logits: HABITS });
    const h4 = report.moves.find(({ san }) => san === 'h4');
    const h5 = 0.5 * curve(2) + 0.5 * curve(1);
    expect(h4?.expected).toBeCloseTo(0.6 * h5 + 0.3 * 0.5 + 0.1 * curve(1), 9);
  });

  it('with residual tail looks at the dropped moves', async () => {
    const bad = scores({ [AFTER_H4]: 1, [H5]: 1, [H5_KB2]: 2, [H6]: 3, [H5_KB1]: -4 });
    const report = await analyse(ROOT, { ...params, residual: 'tail' }, { score: bad, logits: HABITS });
    const h4 = report.moves.find(({ san }) => san === 'h4');
    // Dropped after h5: Kb1 (-4) and Ka2 (even), a quarter each. Dropped after h4: Black's king moves, all even.
    const h5 = 0.5 * curve(2) + 0.25 * curve(-4) + 0.25 * 0.5;
    expect(h4?.expected).toBeCloseTo(0.6 * h5 + 0.3 * 0.5 + 0.1 * 0.5, 9);
    expect(h4?.tree.children[0]?.dropped).toMatchObject({ moves: 2, seen: 2 });
  });

  it('with residual tail lets the likeliest of them stand for what hardly anybody plays', async () => {
    // Three king moves are dropped after h4: two of them make up more than 95 %, and nobody looks at Kb7.
    const seldom = habits({
      [boardOf(ROOT)]: { h2h4: 0.5 },
      [AFTER_H4]: { h7h5: 0.6, h7h6: 0.3, a8b8: 0.07, a8a7: 0.029, a8b7: 0.001 },
    });
    const king = (square: string) => ({ a7: '8/k6p/8/8/7P/8/8/K7 w', b7: '8/1k5p/8/8/7P/8/8/K7 w' })[square] as string;
    const scored = scores({ [AFTER_H4]: 1, [king('a7')]: -4, [king('b7')]: 9 });
    const fakes = { score: scored, logits: seldom };
    const report = await analyse(ROOT, { ...params, residual: 'tail', maxCandidates: 1 }, fakes);
    const h4 = report.moves.find(({ san }) => san === 'h4');
    expect(h4?.tree.dropped).toMatchObject({ moves: 3, seen: 2 });
    expect(h4?.tree.dropped?.winrate).toBeCloseTo((0.07 * 0.5 + 0.029 * curve(-4)) / 0.099, 9);
  });

  it("stops at the player's blunder, and counts it as a risk", async () => {
    const blunder = scores({ [AFTER_H4]: 1, [H5]: 1, [H5_KB2]: -2, [H6]: 1 });
    const even = habits({
      [boardOf(ROOT)]: { h2h4: 0.5 },
      [AFTER_H4]: { h7h5: 0.6, h7h6: 0.3 },
      [H5]: { a1b2: 1 },
      [H6]: { a1b2: 1 },
    });
    const report = await analyse(ROOT, { threshold: 0.05, loss: -0.2 }, { score: blunder, logits: even });
    const h4 = report.moves.find(({ san }) => san === 'h4');
    const [h5] = h4?.tree.children ?? [];
    expect(h5?.children).toMatchObject([{ san: 'Kb2', pruned: 'player-blunder', leaf: true, children: [] }]);
    expect(h5?.expected).toBeCloseTo(curve(-2), 9);
    expect(h4?.risk).toBeCloseTo(0.6, 9);
  });

  it("goes on after the opponent's blunder: the player profits", async () => {
    const gift = scores({ [AFTER_H4]: 1, [H5]: 9, [H5_KB2]: 9, [H6]: 1 });
    const report = await analyse(ROOT, params, { score: gift, logits: HABITS });
    const [h5] = report.moves.find(({ san }) => san === 'h4')?.tree.children ?? [];
    expect(h5?.pruned).toBeUndefined();
    expect(h5?.children.map(({ san }) => san)).toEqual(['Kb2']);
  });
});

describe('a draw that the player lets happen', () => {
  it('is a blunder where there was a win: it counts as a risk', async () => {
    // Qg1 Kh7 Qg5 Kh8: now Qg7 is mate, but 60 % play Qg6 and leave Black without a move.
    const root = positionOf('7k/8/5K2/8/6Q1/8/8/8 w - - 0 60');
    const stalemate = habits({
      '7k/8/5K2/8/6Q1/8/8/8 w': { g4g1: 1 },
      '7k/8/5K2/8/8/8/8/6Q1 b': { h8h7: 1 },
      '8/7k/5K2/8/8/8/8/6Q1 w': { g1g5: 1 },
      '8/7k/5K2/6Q1/8/8/8/8 b': { h7h8: 1 },
      '7k/8/5K2/6Q1/8/8/8/8 w': { g5g6: 0.6, g5g7: 0.4 },
    });
    const report = await analyse(root, { threshold: 0.2 }, { score: () => cp(1000), logits: stalemate });
    const line = report.moves.find(({ san }) => san === 'Qg1');
    let node = line?.tree;
    while (node?.children[0]) node = node.children[0];
    expect(node).toMatchObject({ san: 'Qg6', terminal: 'stalemate', winrate: 0.5, pruned: 'player-blunder' });
    expect(line?.risk).toBeCloseTo(0.6, 9);
    expect(line?.expected).toBeCloseTo(0.6 * 0.5 + 0.4 * 1, 9);
  });
});

describe('the first moves of a game', () => {
  // Maia is sure that White loses, Stockfish finds it even.
  const pessimist = async (position: Position) => {
    const fakes = fakeEngines({ score: () => cp(0), logits: () => legalMoves(position).map(() => 0) });
    const engines = {
      ...fakes.engines,
      predict: async (request: Parameters<typeof fakes.engines.predict>[0]) => {
        const last = request.history.at(-1) as Position;
        const lost = { win: 0, draw: 0, loss: 1 };
        const won = { win: 1, draw: 0, loss: 0 };
        return { logits: legalMoves(last).map(() => 0), wdl: last.turn === 'white' ? lost : won, cached: false };
      },
    };
    return expectedWinrates(gameFrom(position), { ...DEFAULTS, residual: 'node' }, engines, {
      deterministic: false,
      trace: false,
      onProgress: () => undefined,
    });
  };

  it("are valued by Stockfish where Maia's forecast would count; later ones are not", async () => {
    const early = await pessimist(startPosition());
    expect(early.moves.map(({ human }) => human)).toEqual(early.moves.map(() => 0.5));
    const late = await pessimist(positionOf('r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 1 7'));
    expect(late.moves.map(({ human }) => human)).toEqual(late.moves.map(() => 0));
  });
});

describe('moves of the same worth', () => {
  it('are sorted by Stockfish, mate before everything, then by name', () => {
    const move = (uci: string, winrate: number) => ({ uci, winrate, expected: 0.5, human: 0.4 });
    const moves = [move('c2c4', 0.5), move('a2a3', 0.5), move('d2d4', 0.6)];
    expect(ranked(moves).map(({ uci }) => uci)).toEqual(['d2d4', 'a2a3', 'c2c4']);
    const mate = { ...move('z1z2', 0.6), tree: { terminal: 'checkmate' as const } };
    expect(ranked([...moves, mate]).map(({ uci }) => uci)).toEqual(['z1z2', 'd2d4', 'a2a3', 'c2c4']);
  });
});

describe('a line that goes round in circles', () => {
  it('ends at the third repetition, counting what was on the board before', async () => {
    // Everybody moves the king's knight out and back.
    const shuffle = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (/^(g1f3|f3g1|g8f6|f6g8)$/.test(uci) ? 0 : -50));
    const report = await analyse(startPosition(), { threshold: 0.5 }, { logits: shuffle, score: () => cp(0) });
    let node = report.moves.find(({ san }) => san === 'Nf3')?.tree;
    const line: string[] = [];
    for (; node; node = node.children[0]) line.push(`${node.san}${node.terminal ? ` ${node.terminal}` : ''}`);
    // The start position stands for the third time after eight half-moves.
    expect(line).toEqual(['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8 repetition']);
  });
});

describe('the candidates', () => {
  // Sixteen pawn and four knight moves; the e-pawn's are good, the others a little worse each.
  const byName = (position: Position): Score => {
    const board = epdOf(position);
    if (board.includes('/4P3/')) return cp(60);
    return board.includes('/3P4/') ? cp(50) : cp(-5);
  };

  it('are limited where that is asked for, best first, with the favourites of people always among them', async () => {
    const favourite = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (uci === 'a2a3' || uci === 'h2h3' || uci === 'b1a3' ? 5 : 0));
    const report = await analyse(startPosition(), { maxCandidates: 2 }, { score: byName, logits: favourite });
    expect(report.moves.map(({ san }) => san).sort()).toEqual(['Na3', 'a3', 'e3', 'e4', 'h3']);
    expect(report.notAnalysed.length).toBe(20 - 5);
    expect(report.notAnalysed[0]?.san).toMatch(/^d[34]$/);
    expect(report.rejected).toEqual([]);
  });

  it('include a move that the first glance took for worse than it is', async () => {
    // At a glance everything but e4 is hopeless; a proper look finds that e4 is no better than the rest.
    const fakes = fakeEngines({ logits: position => legalMoves(position).map(() => 0), score: () => cp(0) });
    const { search } = fakes.engines;
    const engines = {
      ...fakes.engines,
      search: async (position: Position, request: Parameters<typeof search>[1]) => {
        const result = await search(position, request);
        if (request.multipv === 1) return { ...result, lines: [{ score: cp(-300), depth: 1, uci: ['a7a6'] }] };
        return {
          ...result,
          lines: result.lines.map(line => ({ ...line, score: cp(line.uci[0] === 'e2e4' ? 900 : -200) })),
        };
      },
    };
    const report = await expectedWinrates(gameFrom(), DEFAULTS, engines, {
      deterministic: false,
      trace: false,
      onProgress: () => undefined,
    });
    expect(report.moves).toHaveLength(20);
  });
});

describe('the number of positions', () => {
  it('is bounded: a threshold that leads to more is refused by name', () => {
    const told: number[] = [];
    const count = positionCounter(0.0001, positions => told.push(positions));
    count(MAX_NODES);
    expect(() => count(1)).toThrow(
      /^threshold: 0\.0001 leads to more than 60,000 positions here; give a larger one, or fewer candidates\.$/,
    );
    expect(told).toEqual([MAX_NODES]);
  });
});
