import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { type Game, uciMoves } from '../../../src/chess/game.ts';
import { randomGames } from './random.ts';
import { expectedJob, makeRunner, run } from './real.ts';
import { ENDGAME, FIRST_MOVES, ITALIAN, isTheSameAgain, lawsHold, MIDDLEGAME, mirrors } from './real-laws.ts';

/** The laws by the real engines, on more positions, with more candidates and deeper. */

const runner = makeRunner();
const single = makeRunner({ engines: 1, maiaWorkers: 1 });
const builtIn = makeRunner({ stockfishPath: 'wasm' });

describe('on random positions', () => {
  it('reports at depth 6 keep every law, with each residual and each leaf', { timeout: 1_800_000 }, () =>
    lawsHold(runner, 120, 103),
  );
});

describe('deterministic mode', () => {
  it('gives the same report in a middlegame, too', () => isTheSameAgain(runner, single, MIDDLEGAME, ENDGAME));
});

describe('the colour-flip law', () => {
  it.each([
    ['an endgame', ENDGAME, runner],
    ['the first moves', FIRST_MOVES, runner],
    ['a middlegame, by the built-in engine', ITALIAN, builtIn],
  ])('holds for all candidates in %s', (_, fen, by) => mirrors(by, fen, 50));
});

describe('memory', () => {
  it('stays flat over a hundred analyses in one process', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const analyses = async (games: Iterable<Game>) => {
      for (const game of games) {
        const job = expectedJob(
          { fen: INITIAL_FEN, moves: uciMoves(game) },
          { depth: 1, threshold: 0.2, maxCandidates: 3 },
          { deterministic: false, cache: true },
        );
        await run(runner, job);
      }
    };
    await analyses(randomGames(20, 21, 120));
    const before = heap();
    await analyses(randomGames(100, 22, 120));
    // The trees of a hundred analyses take ten times as much.
    expect(heap() - before).toBeLessThan(1_500_000);
  });
});
