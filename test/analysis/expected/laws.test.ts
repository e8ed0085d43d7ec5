import { describe, expect, it } from 'vitest';
import { expectedWinrates } from '../../../src/analysis/expected/expected.ts';
import { DEFAULTS, type ExpectedParams, LEAVES, RESIDUALS } from '../../../src/analysis/expected/params.ts';
import type { ExpectedProgress } from '../../../src/analysis/expected/progress.ts';
import type { ExpectedReport } from '../../../src/analysis/expected/report.ts';
import { type Game, gameFrom } from '../../../src/chess/game.ts';
import { historyOf, outcomeOf } from '../../../src/chess/history.ts';
import { epdOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp } from '../../../src/chess/score.ts';
import { amount } from '../../support/amount.ts';
import { positionOf, randomGame, seeded } from '../../support/positions.ts';
import { fakeEngines } from './fake-engines.ts';
import { expectLaws } from './laws.ts';

const POSITIONS = amount(12, 30);

function* games(count: number, seed: number): Generator<Game> {
  const random = seeded(seed);
  for (let found = 0; found < count; ) {
    const game = randomGame(Math.floor(random() * 80), random);
    if (outcomeOf(historyOf(game))) continue;
    found++;
    yield game;
  }
}

const analyse = (game: Game, params: Partial<ExpectedParams>, options = fakeEngines()): Promise<ExpectedReport> =>
  expectedWinrates(game, { ...DEFAULTS, ...params }, options.engines, {
    deterministic: false,
    trace: false,
    onProgress: () => undefined,
  });

const modes = RESIDUALS.flatMap(residual => LEAVES.map(leaf => ({ residual, leaf })));

describe.each(modes)('with residual $residual and leaf $leaf', ({ residual, leaf }) => {
  it(`every number of a report follows from the others, on ${POSITIONS} positions`, async () => {
    let index = 0;
    for (const game of games(POSITIONS, modes.length)) {
      const threshold = [0.1, 0.03, 0.3, 1][index % 4] as number;
      const loss = [-0.1, 0, -0.3, -1][index++ % 4] as number;
      expectLaws(await analyse(game, { residual, leaf, threshold, loss, opponentRating: 1900 }));
    }
  });
});

describe('the same work', () => {
  it('is done once: no position is searched twice, to whatever depth', async () => {
    for (const game of games(amount(15, 40), 5)) {
      const fakes = fakeEngines();
      await analyse(game, { threshold: 0.01, depth: 15 }, fakes);
      const asked = fakes.searched.map(({ position, request }) =>
        [epdOf(position), JSON.stringify(request.limit), request.multipv, request.searchmoves?.join()].join(' '),
      );
      expect(new Set(asked).size).toBe(asked.length);
    }
  });

  it('is done once where lines transpose, too, with other clocks and move numbers', async () => {
    // Everybody brings out both knights and the king's pawn, in any order.
    const developing = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (/^(b1c3|g1f3|e2e3|b8c6|g8f6|e7e6)$/.test(uci) ? 0 : -30));
    const fakes = fakeEngines({ logits: developing, score: () => cp(0) });
    const report = await analyse(gameFrom(), { threshold: 0.02, depth: 15, maxCandidates: 3 }, fakes);
    const asked = fakes.searched.map(({ position, request }) =>
      [epdOf(position), JSON.stringify(request.limit), request.multipv, request.searchmoves?.join()].join(' '),
    );
    expect(new Set(asked).size).toBe(asked.length);
    expect(report.stats.nodes).toBeGreaterThan(2 * asked.length); // there were transpositions
  });

  it.each([
    ['with the clock far from fifty moves, they are one position', 40, 1],
    ['near fifty moves, they are as many as there are clocks', 85, 3],
  ])('depends on what the clock may decide: %s', async (_, clock, searches) => {
    // Kings and rook go back and forth, so that a board comes back with a later clock.
    const root = positionOf(`k7/8/8/8/8/8/7P/K6R w - - ${clock} 60`);
    const kings = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (/^(a1b1|b1a1|h1g1|g1h1|a8b8|b8a8)$/.test(uci) ? 0 : -30));
    const fakes = fakeEngines({ logits: kings, score: () => cp(0) });
    await analyse(gameFrom(root), { threshold: 0.02, depth: 8, maxCandidates: 2 }, fakes);
    const byBoard = new Map<string, Set<number>>();
    for (const { position, request } of fakes.searched) {
      if (request.multipv > 1) continue;
      const clocks = byBoard.get(epdOf(position)) ?? new Set();
      byBoard.set(epdOf(position), clocks.add(position.halfmoves));
    }
    expect(Math.max(...[...byBoard.values()].map(clocks => clocks.size))).toBe(searches);
  });

  it('is spared below a blunder of the player', async () => {
    for (const game of games(amount(15, 40), 6)) {
      const pruned = fakeEngines();
      const report = await analyse(game, { threshold: 0.02, loss: -0.05 }, pruned);
      const told = new Set(report.moves.flatMap(({ tree }) => [...epds(tree)]));
      const roots = [...report.moves, ...report.rejected].length;
      const deep = pruned.searched.filter(({ request }) => request.limit.kind === 'depth' && request.limit.depth > 8);
      const unexplained = deep.filter(({ position }) => !told.has(epdOf(position)));
      // Only rejected root moves were searched without being part of a tree.
      expect(unexplained.length).toBeLessThanOrEqual(roots);
    }
  });
});

function* epds(node: ExpectedReport['moves'][number]['tree']): Generator<string> {
  yield node.fen.split(' ').slice(0, 4).join(' ');
  for (const child of node.children) yield* epds(child);
}

describe('the order in which engines answer', () => {
  it('does not show in a report', async () => {
    for (const game of games(10, 7)) {
      const late = (seed: number) => {
        const random = seeded(seed);
        return analyse(game, { threshold: 0.05 }, fakeEngines({ delays: () => random() * 4, width: 3 }));
      };
      const [first, second] = await Promise.all([late(1), late(2)]);
      expect(timeless(second)).toBe(timeless(first));
    }
  });
});

const timeless = (report: ExpectedReport): string =>
  JSON.stringify(report, (key, value) => (key === 'time' ? undefined : value));

describe('progress', () => {
  it('only ever grows, names the phases in turn, and ends complete', async () => {
    const order = ['maia-trees', 'stockfish-eval', 'complete'];
    for (const game of games(amount(8, 20), 8)) {
      const told: ExpectedProgress[] = [];
      const report = await expectedWinrates(game, DEFAULTS, fakeEngines().engines, {
        deterministic: false,
        trace: false,
        onProgress: progress => told.push(progress),
      });
      for (const [index, now] of told.entries()) {
        const before = told[index - 1];
        if (!before) continue;
        expect(order.indexOf(now.phase)).toBeGreaterThanOrEqual(order.indexOf(before.phase));
        for (const key of ['currentMove', 'totalMoves', 'treeNodesEvaluated', 'totalTreeNodes'] as const)
          expect(now[key]).toBeGreaterThanOrEqual(before[key]);
      }
      const last = told.at(-1);
      expect(last?.phase).toBe('complete');
      expect(last?.currentMove).toBe(last?.totalMoves);
      expect(last?.treeNodesEvaluated).toBe(last?.totalTreeNodes);
      expect(last?.ranking.map(({ uci, expected }) => [uci, expected])).toEqual(
        report.moves.map(({ uci, expected }) => [uci, expected]),
      );
      // As soon as there is a ranking, what is behind is Stockfish's part; nothing is ranked before.
      for (const { phase, ranking } of told) if (phase === 'maia-trees') expect(ranking).toEqual([]);
      expect(told.filter(({ phase }) => phase === 'stockfish-eval').length).toBeGreaterThan(0);
      // While Stockfish works there is a ranking by Maia alone, and finished moves come first.
      const midway = told.find(({ ranking }) => ranking.some(({ expected }) => expected === null));
      expect(midway?.ranking.every(({ human }) => human !== null)).toBe(true);
    }
  });
});
