import { describe, expect, it } from 'vitest';
import { PREFIX } from '../../../src/service/redis/protocol.ts';
import { workersAt } from '../../support/cards.ts';
import { endlessEngine } from '../../support/fake-engine.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, makeAsker, makeWorker, status } from '../../support/service.ts';
import { compareWithOne, job, oneEngine, PLIES, startTwo } from './two-workers.ts';

describe.skipIf(!hasRedis)('a review on two workers', () => {
  it('is the same as on one, and both have searched', async () => {
    await compareWithOne(job(9), oneEngine());
  });

  it('that is cancelled leaves nothing to do', async () => {
    const { service, client, bothSearch } = await startTwo();
    const cancel = new AbortController();
    const review = expect(service.run(job(40), { signal: cancel.signal })).rejects.toMatchObject({ code: 'cancelled' });
    await until(bothSearch, 'both search');
    cancel.abort();
    await review;
    await until(async () => (await status(service)).stockfish.busy === 0, 'neither searches');
    const left = async () =>
      (await client.llen(`${PREFIX}:parts:active`)) + (await client.zcard(`${PREFIX}:parts:prioritized`));
    await until(async () => (await left()) === 0, 'no part is left');
  });

  it('is finished when one of them is told to leave', async () => {
    const { worker, service, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    await worker.close();
    expect((await review).plies).toHaveLength(PLIES);
  });

  it('is not cut where they have different engines', async () => {
    const { url } = await startRedis();
    const client = connectRedis(url);
    const service = makeAsker(url);
    const other = endlessEngine();
    makeWorker(url, { settings: oneEngine({ stockfishPath: other.path }), concurrency: 1 });
    const cancel = new AbortController();
    const endless = expect(service.run(evalJob(0, 40), { signal: cancel.signal })).rejects.toThrow('Cancelled');
    await until(other.started, 'the other has something to do');
    makeWorker(url, { settings: oneEngine() });
    await until(async () => (await workersAt(client)).length === 2, 'both are there');
    expect((await service.run(job(8))).plies).toHaveLength(PLIES);
    expect(await client.exists(`${PREFIX}:parts:events`)).toBe(0);
    cancel.abort();
    await endless;
  });
});
