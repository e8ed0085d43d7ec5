import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { LEAVES, RESIDUALS } from '../../../src/analysis/expected/params.ts';
import type { ExpectedReport, TreeNode } from '../../../src/analysis/expected/report.ts';
import { type Game, uciMoves } from '../../../src/chess/game.ts';
import { historyOf, outcomeOf } from '../../../src/chess/history.ts';
import { epdOf, fenOf, mirror, mirrorUci } from '../../../src/chess/position.ts';
import { amount } from '../../support/amount.ts';
import { positionOf, randomGame, seeded } from '../../support/positions.ts';
import { expectLaws } from './laws.ts';
import { expectedJob, makeRunner, run, timeless } from './real.ts';

/** The laws by the real engines. */

/** Each residual with each leaf. */
const RANDOM_POSITIONS = amount(9, 200);
const ANALYSES = amount(12, 100);
const AT_ONCE = 4;

const runner = makeRunner();
const single = makeRunner({ engines: 1, maiaWorkers: 1 });
const builtIn = makeRunner({ stockfishPath: 'wasm' });

function randomGames(count: number, seed: number): Game[] {
  const random = seeded(seed);
  const games: Game[] = [];
  while (games.length < count) {
    const game = randomGame(Math.floor(random() * 120), random);
    if (!outcomeOf(historyOf(game))) games.push(game);
  }
  return games;
}

describe('on random positions', () => {
  it(`${RANDOM_POSITIONS} reports at depth 6 keep every law, in every mode`, { timeout: 1_800_000 }, async () => {
    const games = randomGames(RANDOM_POSITIONS, 3);
    const queue = [...games.entries()];
    const worker = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const [index, game] = next;
        const params = {
          depth: 6,
          // Most of the time goes into Maia's trees; a few of them show as much as all, and now and then it is all.
          maxCandidates: index % 20 === 0 ? null : 3,
          residual: RESIDUALS[index % 3] ?? 'base',
          leaf: LEAVES[Math.floor(index / 3) % 3] ?? 'stockfish',
        };
        const job = expectedJob({ fen: INITIAL_FEN, moves: uciMoves(game) }, params, { deterministic: false });
        expectLaws(await run(runner, job));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
});

/** An open middlegame with tactics, and Black to move. */
const MIDDLEGAME = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 1 7';
const ENDGAME = '8/5pk1/4p1p1/3pP1P1/1p1P1P2/1P2K3/8/8 w - - 3 45';

const ITALIAN = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6';

describe('deterministic mode', () => {
  it('gives the same report, byte for byte, from engines that did other things before', async () => {
    // Deep enough for all three looks at a move, and few enough for a test.
    const params = { residual: 'tail', threshold: 0.4, depth: 13, maxCandidates: 1 } as const;
    const job = expectedJob({ fen: MIDDLEGAME }, params, { trace: true });
    const fresh = timeless(await run(single, job));
    await run(runner, expectedJob({ fen: ENDGAME }, { depth: 5 }, { deterministic: false }));
    expect(timeless(await run(runner, job))).toBe(fresh);
  });

  it('reads nothing from the cache and leaves nothing there', async () => {
    const job = expectedJob({ fen: ENDGAME }, { depth: 5 }, { cache: true });
    await run(runner, job);
    const again = await run(runner, job);
    expect(again).toMatchObject({ cacheStatus: 'fresh', stats: { cacheHits: 0 } });
  });
});

describe('the colour-flip law', () => {
  it.each([
    ['a middlegame', MIDDLEGAME],
    ['an endgame', ENDGAME],
    ['castling and en passant', 'r3k2r/ppp2ppp/2n5/3pP3/3P4/2N5/PPP2PPP/R3K2R w KQkq d6 0 12'],
    ['the first moves', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'],
    ['a middlegame, by the built-in engine', ITALIAN, builtIn],
  ])('holds in %s: mirrored position, mirrored moves, the same numbers', async (_, fen, by = runner) => {
    const people = { rating: 1300, opponentRating: 1700 };
    const params = { ...people, threshold: 0.3, depth: 6, residual: 'tail', maxCandidates: amount(3, 50) } as const;
    const own = await run(by, expectedJob({ fen }, params));
    const mirrored = await run(by, expectedJob({ fen: fenOf(mirror(positionOf(fen))) }, params));
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
  });
});

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

describe('memory', () => {
  it(`stays flat over ${ANALYSES} analyses in one process`, async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const analyses = async (games: readonly Game[]) => {
      for (const game of games) {
        const job = expectedJob(
          { fen: INITIAL_FEN, moves: uciMoves(game) },
          { depth: 1, threshold: 0.2, maxCandidates: 3 },
          { deterministic: false, cache: true },
        );
        await run(runner, job);
      }
    };
    await analyses(randomGames(amount(8, 20), 21));
    const before = heap();
    await analyses(randomGames(ANALYSES, 22));
    // The trees of a hundred analyses take ten times as much, those of a dozen more than this.
    expect(heap() - before).toBeLessThan(1_500_000);
  });
});
