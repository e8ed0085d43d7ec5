import { describe, expect, it } from 'vitest';
import { expectedJob, makeRunner, run } from './real.ts';
import { CASTLING, ENDGAME, isTheSameAgain, lawsHold, MIDDLEGAME, mirrors } from './real-laws.ts';

/** The laws by the real engines. */

const runner = makeRunner();
const single = makeRunner({ engines: 1, maiaWorkers: 1 });
const builtIn = makeRunner({ stockfishPath: 'wasm' });

describe('on random positions', () => {
  it('reports at depth 6 keep every law, with each residual and each leaf', () => lawsHold(runner, 3, 3));
});

describe('deterministic mode', () => {
  it('gives the same report, byte for byte, from engines that did other things before', () =>
    isTheSameAgain(runner, single, ENDGAME, MIDDLEGAME));

  it('reads nothing from the cache and leaves nothing there', async () => {
    const job = expectedJob({ fen: ENDGAME }, { depth: 5, threshold: 0.3 }, { cache: true });
    await run(runner, job);
    const again = await run(runner, job);
    expect(again).toMatchObject({ cacheStatus: 'fresh', stats: { cacheHits: 0 } });
  });
});

describe('the colour-flip law', () => {
  it.each([
    ['a middlegame', MIDDLEGAME, runner],
    ['castling and en passant', CASTLING, runner],
    ['an endgame, by the built-in engine', ENDGAME, builtIn],
  ])('holds in %s: mirrored position, mirrored moves, the same numbers', (_, fen, by) => mirrors(by, fen, 3));
});
