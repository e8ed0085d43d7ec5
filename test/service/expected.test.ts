import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/service/jobs.ts';
import { expectedJob, makeRunner, run, runOptions } from '../analysis/expected/real.ts';
import { until } from '../support/processes.ts';
import { makeService, makeServiceForAll, quickSettings, status } from '../support/service.ts';

const FEN = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 1 7';
const remembered = { deterministic: false, cache: true };
const runner = makeRunner();
const service = makeServiceForAll({ settings: quickSettings() });

describe('a report', () => {
  const few = { threshold: 0.2, depth: 5, maxCandidates: 3 };

  it('is remembered whole, and says so', async () => {
    const job = expectedJob({ fen: FEN }, few, remembered);
    const fresh = await run(runner, job);
    expect(fresh.cacheStatus).toBe('fresh');
    expect(await run(runner, job)).toEqual({ ...fresh, cacheStatus: 'cached' });
    // Not for other parameters, not with --no-cache, not where every answer has to be shown.
    for (const other of [
      { ...job, params: { ...job.params, rating: 1510 } },
      { ...job, cache: false },
      { ...job, trace: true },
    ])
      expect((await run(runner, other)).cacheStatus).toBe('fresh');
  });

  it('shares what it asked with the next one: other parameters, the same positions', async () => {
    await run(runner, expectedJob({ fen: FEN }, few, remembered));
    const { stats } = await run(runner, expectedJob({ fen: FEN }, { ...few, residual: 'node' }, remembered));
    // Everything Maia said, and every search but those that only "node" needs.
    expect(stats.cacheHits).toBeGreaterThanOrEqual(stats.maiaPositions);
  });
});

describe('cancelling', () => {
  const LONG = expectedJob({ fen: FEN }, { threshold: 0.2, depth: 25 }, remembered);

  it('stops both engines, and keeps what was computed', async () => {
    const abort = new AbortController();
    const told: Progress[] = [];
    const job = service.run(LONG, {
      signal: abort.signal,
      onProgress: progress => {
        told.push(progress);
        if (progress.kind === 'expected' && progress.ranking.length > 0) abort.abort();
      },
    });
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
    await until(async () => {
      const { stockfish, maia } = await status(service);
      return stockfish.busy === 0 && maia.busy === 0;
    }, 'both engines are idle');
    expect((await status(service)).cache.entries).toBeGreaterThan(20);
    const quick = expectedJob({ fen: FEN }, { threshold: 0.2, depth: 4, leaf: 'maia' }, remembered);
    expect((await service.run(quick)).stats.cacheHits).toBeGreaterThan(5);
  });

  it('before anything was told ends it as well', async () => {
    const abort = new AbortController();
    const job = runner.run(LONG, runOptions({ signal: abort.signal }));
    setImmediate(() => abort.abort());
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('progress from the analysis process', () => {
  it('comes with an estimate and a preliminary ranking, and ends complete', async () => {
    const told: Extract<Progress, { kind: 'expected' }>[] = [];
    const report = await service.run(
      expectedJob({ fen: FEN }, { threshold: 0.3, depth: 8 }, { deterministic: false }),
      {
        onProgress: progress => progress.kind === 'expected' && told.push(progress),
      },
    );
    expect(told[0]?.estimateMs).toBeGreaterThan(0);
    expect(told.some(({ ranking }) => ranking.some(({ expected, human }) => expected === null && human !== null))).toBe(
      true,
    );
    expect(told.at(-1)).toMatchObject({ phase: 'complete' });
    expect(told.at(-1)?.ranking.map(({ uci }) => uci)).toEqual(report.moves.map(({ uci }) => uci));
  });
});

describe('parameters out of bounds', () => {
  it.each([
    ['threshold', { threshold: 0 }],
    ['threshold', { threshold: 1.1 }],
    ['depth', { depth: 0 }],
    ['depth', { depth: 41 }],
    ['loss', { loss: 0.1 }],
    ['loss', { loss: -1.1 }],
    ['rating', { rating: 599 }],
    ['opponentRating', { opponentRating: 2601 }],
    ['maxCandidates', { maxCandidates: 0 }],
  ])('(%s) are refused by name before anything starts', async (field, params) => {
    const service = makeService();
    const job = service.run(expectedJob({ fen: FEN }, params));
    await expect(job).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(new RegExp(`^${field}: `)),
    });
    expect(service.pid).toBeUndefined();
  });
});
