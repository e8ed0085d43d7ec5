import { expect } from 'vitest';
import { expectedWinrates } from '../../../src/analysis/expected/expected.ts';
import { DEFAULTS, type ExpectedParams, LEAVES, RESIDUALS } from '../../../src/analysis/expected/params.ts';
import type { ExpectedProgress } from '../../../src/analysis/expected/progress.ts';
import type { ExpectedReport } from '../../../src/analysis/expected/report.ts';
import type { Game } from '../../../src/chess/game.ts';
import { historyOf, outcomeOf } from '../../../src/chess/history.ts';
import { epdOf } from '../../../src/chess/position.ts';
import { randomGame, seeded } from '../../support/positions.ts';
import { fakeEngines } from './fake-engines.ts';
import { expectLaws, timeless } from './laws.ts';

/** What holds of an expected win rate in any game, on random ones: as many as are wanted, by a seed. */

export function* randomGames(count: number, seed: number, plies = 80): Generator<Game> {
  const random = seeded(seed);
  for (let found = 0; found < count; ) {
    const game = randomGame(Math.floor(random() * plies), random);
    if (outcomeOf(historyOf(game))) continue;
    found++;
    yield game;
  }
}

export const analyse = (
  game: Game,
  params: Partial<ExpectedParams>,
  fakes = fakeEngines(),
  onProgress: (progress: ExpectedProgress) => void = () => undefined,
): Promise<ExpectedReport> =>
  expectedWinrates(game, { ...DEFAULTS, ...params }, fakes.engines, { deterministic: false, trace: false, onProgress });

export const MODES = RESIDUALS.flatMap(residual => LEAVES.map(leaf => ({ residual, leaf })));

export async function everyNumberFollows(mode: (typeof MODES)[number], count: number, seed: number): Promise<void> {
  let index = 0;
  for (const game of randomGames(count, seed)) {
    const threshold = [0.1, 0.03, 0.3, 1][index % 4] as number;
    const loss = [-0.1, 0, -0.3, -1][index++ % 4] as number;
    expectLaws(await analyse(game, { ...mode, threshold, loss, opponentRating: 1900 }));
  }
}

export async function nothingIsDoneTwice(count: number, seed: number): Promise<void> {
  for (const game of randomGames(count, seed)) {
    const fakes = fakeEngines();
    await analyse(game, { threshold: 0.01, depth: 15 }, fakes);
    const asked = fakes.searched.map(({ position, request }) =>
      [epdOf(position), JSON.stringify(request.limit), request.multipv, request.searchmoves?.join()].join(' '),
    );
    expect(new Set(asked).size).toBe(asked.length);
  }
}

export async function nothingBelowBlunders(count: number, seed: number): Promise<void> {
  for (const game of randomGames(count, seed)) {
    const pruned = fakeEngines();
    const report = await analyse(game, { threshold: 0.02, loss: -0.05 }, pruned);
    const told = new Set(report.moves.flatMap(({ tree }) => [...epds(tree)]));
    const roots = [...report.moves, ...report.rejected].length;
    const deep = pruned.searched.filter(({ request }) => request.limit.kind === 'depth' && request.limit.depth > 8);
    const unexplained = deep.filter(({ position }) => !told.has(epdOf(position)));
    // Only rejected root moves were searched without being part of a tree.
    expect(unexplained.length).toBeLessThanOrEqual(roots);
  }
}

function* epds(node: ExpectedReport['moves'][number]['tree']): Generator<string> {
  yield node.fen.split(' ').slice(0, 4).join(' ');
  for (const child of node.children) yield* epds(child);
}

export async function orderDoesNotShow(count: number, seed: number): Promise<void> {
  for (const game of randomGames(count, seed)) {
    const late = (seed: number) => {
      const random = seeded(seed);
      return analyse(game, { threshold: 0.05 }, fakeEngines({ delays: () => random() * 4, width: 3 }));
    };
    const [first, second] = await Promise.all([late(1), late(2)]);
    expect(timeless(second)).toBe(timeless(first));
  }
}

export async function progressGrows(count: number, seed: number): Promise<void> {
  const order = ['maia-trees', 'stockfish-eval', 'complete'];
  for (const game of randomGames(count, seed)) {
    const told: ExpectedProgress[] = [];
    const report = await analyse(game, {}, fakeEngines(), progress => told.push(progress));
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
}
