import { INITIAL_FEN } from 'chessops/fen';
import { expect } from 'vitest';
import { LEAVES, RESIDUALS } from '../../../src/analysis/expected/params.ts';
import type { ExpectedReport, TreeNode } from '../../../src/analysis/expected/report.ts';
import { uciMoves } from '../../../src/chess/game.ts';
import { epdOf, fenOf, mirror, mirrorUci } from '../../../src/chess/position.ts';
import type { JobRunner } from '../../../src/service/runner.ts';
import { positionOf } from '../../support/positions.ts';
import { expectLaws, timeless } from './laws.ts';
import { randomGames } from './random.ts';
import { expectedJob, run } from './real.ts';

/** What holds of an expected win rate by the real engines. */

const AT_ONCE = 4;
const PLIES = 120;

/** Every law, on random positions, with each residual and each leaf. */
export async function lawsHold(runner: JobRunner, count: number, seed: number): Promise<void> {
  const queue = [...[...randomGames(count, seed, PLIES)].entries()];
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [index, game] = next;
      const params = {
        depth: 6,
        // Most of the time goes into Maia's trees; a few of them show as much as all, and now and then it is all.
        maxCandidates: index % 20 === 19 ? null : 3,
        residual: RESIDUALS[index % 3] ?? 'base',
        leaf: LEAVES[(index + Math.floor(index / 3)) % 3] ?? 'stockfish',
      };
      const job = expectedJob({ fen: INITIAL_FEN, moves: uciMoves(game) }, params, { deterministic: false });
      expectLaws(await run(runner, job));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** An open middlegame with tactics, and Black to move. */
export const MIDDLEGAME = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 1 7';
export const ENDGAME = '8/5pk1/4p1p1/3pP1P1/1p1P1P2/1P2K3/8/8 w - - 3 45';

export const CASTLING = 'r3k2r/ppp2ppp/2n5/3pP3/3P4/2N5/PPP2PPP/R3K2R w KQkq d6 0 12';
export const FIRST_MOVES = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
export const ITALIAN = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6';

/** The same report, byte for byte, from engines that did other things before. */
export async function isTheSameAgain(runner: JobRunner, single: JobRunner, fen: string, other: string): Promise<void> {
  // Deep enough for all three looks at a move, and few enough for a test.
  const params = { residual: 'tail', threshold: 0.4, depth: 13, maxCandidates: 1 } as const;
  const job = expectedJob({ fen }, params, { trace: true });
  const fresh = timeless(await run(single, job));
  await run(runner, expectedJob({ fen: other }, { depth: 5, maxCandidates: 1 }, { deterministic: false }));
  expect(timeless(await run(runner, job))).toBe(fresh);
}

/** Mirrored position, mirrored moves, the same numbers. */
export async function mirrors(runner: JobRunner, fen: string, maxCandidates: number): Promise<void> {
  const people = { rating: 1300, opponentRating: 1700 };
  const params = { ...people, threshold: 0.3, depth: 6, residual: 'tail', maxCandidates } as const;
  const own = await run(runner, expectedJob({ fen }, params));
  const mirrored = await run(runner, expectedJob({ fen: fenOf(mirror(positionOf(fen))) }, params));
  expect(mirrored.player).not.toBe(own.player);
  expect(mirrored.moves.length).toBe(own.moves.length);
  for (const move of own.moves) {
    const twin = mirrored.moves.find(({ uci }) => uci === mirrorUci(move.uci));
    expectTwins(move.tree, twin?.tree);
    for (const key of ['expected', 'human', 'winrate', 'maia', 'coverage', 'treeDepth', 'trap', 'risk'] as const)
      expect(twin?.[key]).toBeCloseTo(move[key] as number, 9);
  }
  const numbers = ({ rejected }: ExpectedReport) => rejected.map(({ winrate }) => winrate);
  expect(numbers(mirrored)).toEqual(numbers(own));
}

function expectTwins(node: TreeNode, twin: TreeNode | undefined): void {
  expect(twin && epdOf(positionOf(twin.fen))).toBe(epdOf(mirror(positionOf(node.fen))));
  expect(twin?.expected).toBeCloseTo(node.expected, 9);
  expect(twin?.children.length).toBe(node.children.length);
  for (const child of node.children)
    expectTwins(
      child,
      twin?.children.find(({ uci }) => uci === mirrorUci(child.uci)),
    );
}
