import { describe, expect, it } from 'vitest';
import type { AnalysisService, Job, JobKind, JobResult } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import {
  evalJob,
  maiaJob,
  makeAsker,
  makeWorker,
  quickSettings,
  reviewJob,
  SERVICES,
  status,
} from '../support/service.ts';

/** What a job is told to have cost. */

/** What is told of a job, once that is; it ends as it may. */
async function costOf(
  service: AnalysisService,
  job: Job,
  onResult: (result: JobResult) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number> {
  const spent: number[] = [];
  const meter = { begun: () => undefined, spent: (ms: number) => void spent.push(ms) };
  await service.run<JobKind>(job, { meter, ...(signal && { signal }) }).then(onResult, () => undefined);
  await until(() => spent.length > 0, 'it is told');
  expect(spent).toHaveLength(1);
  return spent[0] as number;
}

for (const [name, make, skipped] of SERVICES)
  describe.skipIf(skipped)(`by ${name}`, () => {
    it('is the time of the engines, and nothing where the answer was known', async () => {
      const service = await make();
      const cost = await costOf(service, evalJob(0, 14, true));
      expect(cost).toBeGreaterThan(0);
      expect(await costOf(service, maiaJob(0))).toBeGreaterThan(0);
      expect(await costOf(service, evalJob(0, 14, true))).toBe(0);
    });

    it('is told of a job that was stopped, too', async () => {
      const service = await make({ settings: quickSettings({ engines: 1 }) });
      const cancel = new AbortController();
      const cost = costOf(service, evalJob(0, 40), undefined, cancel.signal);
      await until(async () => (await status(service)).stockfish.busy === 1, 'it is searched');
      cancel.abort();
      expect(await cost).toBeGreaterThan(0);
    });
  });

describe.skipIf(!hasRedis)('of a review that workers share', () => {
  it('is what all of them have done', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    for (let index = 0; index < 2; index++) makeWorker(url, { settings: quickSettings({ engines: 1 }) });
    await until(async () => (await status(service)).stockfish.engines === 2, 'both are there');
    const job = reviewJob(0);
    let searchMs = 0;
    const params = { ...job.params, limit: { kind: 'depth' as const, depth: 10 } };
    const cost = await costOf(service, { ...job, params }, result => {
      if (result.kind === 'review') searchMs = result.stats.time.searchMs;
    });
    expect(searchMs).toBeGreaterThan(0);
    expect(cost / searchMs).toBeGreaterThan(0.9);
    expect(cost / searchMs).toBeLessThan(1.5);
  });
});
