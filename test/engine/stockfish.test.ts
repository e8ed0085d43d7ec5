import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { playUci } from '../../src/chess/game.ts';
import {
  after,
  mirror,
  mirrorUci,
  moveOf,
  type Position,
  parsePosition,
  startPosition,
} from '../../src/chess/position.ts';
import { flipScore } from '../../src/chess/score.ts';
import { type SearchRequest, Stockfish, searchDeadlineMs } from '../../src/engine/stockfish.ts';
import { locateStockfish } from '../../src/engine/stockfish-build.ts';
import { KIWIPETE, PERFT_4, PERFT_5, START } from '../chess/positions.ts';
import { builtFile } from '../support/built.ts';
import { fakeBuild, type Misbehaviour } from '../support/fake-engine.ts';

const shallow: SearchRequest = { limit: { kind: 'depth', depth: 8 }, multipv: 1 };
const endless: SearchRequest = { limit: { kind: 'depth', depth: 40 }, multipv: 1 };
const started: Stockfish[] = [];

async function start(build = locateStockfish(undefined)): Promise<Stockfish> {
  const engine = await Stockfish.start(build, { hashMb: 16 });
  started.push(engine);
  return engine;
}
const startFake = (mode: Misbehaviour) => start(fakeBuild(mode));

function position(fen: string): Position {
  const parsed = parsePosition(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

afterEach(() => {
  vi.useRealTimers();
  for (const engine of started.splice(0)) engine.kill();
});

describe.each(['system', 'wasm'] as const)('a real Stockfish (%s)', kind => {
  const build = locateStockfish(kind === 'wasm' ? 'wasm' : undefined);
  if (build.source !== kind) return it.skip(`no ${kind} Stockfish is installed here`, () => undefined);
  /** One for all who leave it as they found it. */
  let engine: Stockfish;
  beforeAll(async () => {
    engine = await Stockfish.start(build, { hashMb: 16 });
  });
  afterAll(() => engine.kill());

  it('finds a mate and says it from White’s side, whoever moves', async () => {
    const white = await engine.search(position('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'), shallow);
    expect(white.lines[0]).toMatchObject({ score: { kind: 'mate', mate: 1 }, uci: ['d1d8'] });
    const black = await engine.search(position('3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1'), shallow);
    expect(black.lines[0]).toMatchObject({ score: { kind: 'mate', mate: -1 }, uci: ['d8d1'] });
  });

  it('gives as many ranked lines as asked for, all different', async () => {
    const { lines } = await engine.search(startPosition(), { ...shallow, multipv: 4 });
    expect(new Set(lines.map(line => line.uci[0])).size).toBe(4);
    const one = await engine.search(startPosition(), shallow);
    expect(one.lines).toHaveLength(1);
  });

  it('looks at the named moves only', async () => {
    const { lines, depth } = await engine.search(startPosition(), {
      ...shallow,
      multipv: 2,
      searchmoves: ['a2a3', 'h2h4'],
    });
    expect(lines.map(line => line.uci[0]).sort()).toEqual(['a2a3', 'h2h4']);
    expect(depth).toBe(8);
  });

  it('keeps to a node budget', async () => {
    const { nodes } = await engine.search(startPosition(), { limit: { kind: 'nodes', nodes: 20_000 }, multipv: 1 });
    expect(nodes).toBeGreaterThan(15_000);
    expect(nodes).toBeLessThan(40_000);
  });

  it('says the same twice in deterministic mode, whatever it searched between', async () => {
    const request: SearchRequest = { limit: { kind: 'depth', depth: 10 }, multipv: 2, deterministic: true };
    const { ms: _first, ...first } = await engine.search(startPosition(), request);
    const start2 = startPosition();
    const e4 = moveOf(start2, 'e2e4');
    if (e4) await engine.search(after(start2, e4), shallow);
    const { ms: _second, ...second } = await engine.search(startPosition(), request);
    expect(second).toEqual(first);
  });

  it.each([
    ['the start', START, ['e2e4', 'g1f3']],
    ['castling and pins', KIWIPETE, ['e1g1', 'e1c1', 'd5e6']],
    ['Black to move', PERFT_5.replace(' w KQ - 1 8', ' b KQ - 1 8'), ['f2h1', 'd8d7']],
    ['promotions', PERFT_4, ['c4c5', 'd2d4']],
    ['a mate in three', 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1', ['f6a6', 'f6f7']],
    ['en passant', 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3', ['d4e3', 'g8f6']],
    ['a long clock', '4k3/8/8/8/8/8/R7/4K3 w - - 80 90', ['a2a7', 'e1e2']],
  ])('mirrors its answer to a mirrored question in deterministic mode: %s', async (_, fen, searchmoves) => {
    const asked = position(fen);
    for (const moves of [undefined, searchmoves]) {
      const request: SearchRequest = { limit: { kind: 'depth', depth: 9 }, multipv: 2, deterministic: true };
      const answer = await engine.search(asked, { ...request, ...(moves && { searchmoves: moves }) });
      const flipped = await engine.search(mirror(asked), {
        ...request,
        ...(moves && { searchmoves: moves.map(mirrorUci) }),
      });
      expect([flipped.nodes, flipped.depth]).toEqual([answer.nodes, answer.depth]);
      expect(flipped.lines).toEqual(
        answer.lines.map(({ score, wdl, depth, uci }) => ({
          score: flipScore(score),
          ...(wdl && { wdl: { win: wdl.loss, draw: wdl.draw, loss: wdl.win } }),
          depth,
          uci: uci.map(mirrorUci),
        })),
      );
      for (const { uci } of moves ? answer.lines : []) expect(moves).toContain(uci[0]);
      // A line that can be played on the board it is about: mirrored once, not twice, and not left unmirrored.
      for (const { uci } of answer.lines) expect(playUci(asked, uci), uci.join(' ')).toBeDefined();
    }
  });

  it('stops when told and goes on with the next search', async () => {
    const cancel = new AbortController();
    const search = engine.search(startPosition(), endless, cancel.signal);
    await sleep(100);
    // It is given 200 ms to stop; a busy machine may take longer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cancel.abort();
    await expect(search).rejects.toMatchObject({ code: 'cancelled' });
    expect(engine.ended).toBe(false);
    await expect(engine.search(startPosition(), shallow)).resolves.toMatchObject({ depth: 8 });
  });

  it.runIf(process.platform === 'linux')('is as nice as it is told to be, with every thread that searches', () => {
    const script = builtFile(new URL('../support/niceness.ts', import.meta.url));
    const args = [script, kind === 'wasm' ? 'wasm' : ''];
    // Without what keeps the tests from being nice.
    const { stdout } = spawnSync(process.execPath, args, {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    const niceness = JSON.parse(stdout) as number[];
    expect(niceness.length).toBeGreaterThan(0);
    for (const nice of niceness) expect(nice).toBe(Math.max(3, getPriority()));
  });

  it('says so when it is killed in the middle', async () => {
    const mortal = await start(build);
    const search = mortal.search(startPosition(), endless);
    setTimeout(() => process.kill(mortal.pid as number, 'SIGKILL'), 50);
    await expect(search).rejects.toMatchObject({ code: 'engine-failed', message: 'Stockfish ended (SIGKILL).' });
    expect(mortal.ended).toBe(true);
  });
});

describe('an engine that misbehaves', () => {
  it.each(['chatter', 'pieces'] as const)(
    'is understood when its answer is not the end of a chunk (%s)',
    async mode => {
      const engine = await startFake(mode);
      const { lines, nodes } = await engine.search(startPosition(), shallow);
      expect(lines).toEqual([
        { score: { kind: 'cp', cp: 34 }, wdl: { win: 70, draw: 900, loss: 30 }, depth: 3, uci: ['e2e4', 'e7e5'] },
      ]);
      expect(nodes).toBe(99);
    },
  );

  it.each([
    ['dies', 'Stockfish ended (code 7).'],
    ['complains', 'Stockfish ended (code 1): out of memory.'],
    ['nonsense', /gave no legal move/],
    ['mute', /gave no legal move/],
    ['floods', 'Stockfish talks without end.'],
  ] as const)('fails with a sentence when it %s', async (mode, message) => {
    const engine = await startFake(mode);
    await expect(engine.search(startPosition(), shallow)).rejects.toThrow(message);
  });

  it('is given up when its deadline has passed', async () => {
    const engine = await startFake('silent');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const search = engine.search(startPosition(), shallow);
    const outcome = expect(search).rejects.toThrow('Stockfish did not answer within 10 s.');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(30_000);
    await outcome;
    expect(engine.ended).toBe(true);
  });

  it('is given up when it ignores a stop', async () => {
    const engine = await startFake('silent');
    const cancel = new AbortController();
    const search = engine.search(startPosition(), shallow, cancel.signal);
    setTimeout(() => cancel.abort(), 50);
    await expect(search).rejects.toMatchObject({ code: 'cancelled' });
    expect(engine.ended).toBe(true);
  });

  it('is given up when it never says hello', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = expect(Stockfish.start(fakeBuild('deaf'), { hashMb: 16 })).rejects.toThrow(
      /does not work as a chess engine: .* within 10 s/,
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await outcome;
  });

  it('is reported when it cannot be started at all', async () => {
    const build = { ...fakeBuild('silent'), executable: { command: '/nowhere/stockfish', args: [] } };
    await expect(Stockfish.start(build, { hashMb: 16 })).rejects.toThrow(
      /does not work as a chess engine: .*could not be started .*ENOENT/,
    );
  });
});

describe('the deadline of a search', () => {
  it('is at least ten seconds, grows with the work, and ends', () => {
    expect(searchDeadlineMs({ limit: { kind: 'depth', depth: 1 }, multipv: 1 })).toBe(10_000);
    expect(searchDeadlineMs({ limit: { kind: 'nodes', nodes: 1_000_000 }, multipv: 1 })).toBe(100_000);
    const depth20 = searchDeadlineMs({ limit: { kind: 'depth', depth: 20 }, multipv: 1 });
    expect(searchDeadlineMs({ limit: { kind: 'depth', depth: 20 }, multipv: 3 })).toBeCloseTo(3 * depth20);
    expect(searchDeadlineMs({ limit: { kind: 'depth', depth: 40 }, multipv: 200 })).toBe(3_600_000);
  });
});
