import { describe, expect, it } from 'vitest';
import { until } from '../../support/processes.ts';
import { hasRedis } from '../../support/redis.ts';
import { testSettings } from '../../support/settings.ts';
import { compareWithOne, job, PLIES, startTwo } from './two-workers.ts';

describe.skipIf(!hasRedis)('a review on two workers', () => {
  it('by real engines is the same as on one', async () => {
    await compareWithOne(job(8, true), testSettings({ engines: 1, maiaWorkers: 1 }));
  });

  it('is ended all the same when everything in Redis is lost', async () => {
    const { redis, service, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    await redis.kill();
    await redis.start();
    expect((await review).plies).toHaveLength(PLIES);
  });

  it('is finished when one of them is killed', async () => {
    const { service, helper, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    helper.kill('SIGKILL');
    expect((await review).plies).toHaveLength(PLIES);
  });
});
