import { describe, expect, it } from 'vitest';
import { PREFIX } from '../../../src/service/redis/protocol.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, makeAsker, makeWorker, quickSettings, status } from '../../support/service.ts';
import { LOCK_MS, startHoldingWorker, startWorker } from './worker-processes.ts';

describe.skipIf(!hasRedis)('a worker that is killed', () => {
  it('is not followed by a third over the same job', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    const job = service.run(evalJob(0));
    const outcome = expect(job).rejects.toMatchObject({ code: 'crashed', message: 'Two workers died over this job.' });
    for (let death = 0; death < 2; death++) {
      const worker = await startHoldingWorker(url);
      await until(worker.holds, 'it has the job');
      worker.kill();
    }
    makeWorker(url, { lockMs: LOCK_MS });
    await outcome;
    await expect(service.run(evalJob(1))).resolves.toHaveProperty('depth', 6);
  });
});

describe.skipIf(!hasRedis)('a worker that is thought dead', () => {
  it('leaves its job to the other when it wakes up', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    const sleeper = await startWorker(url, quickSettings({ engines: 1 }));
    const cancel = new AbortController();
    const job = service.run(evalJob(0, 40), { signal: cancel.signal });
    const outcome = expect(job).rejects.toMatchObject({ code: 'cancelled' });
    const isBusy = (engines: number) => async () => (await status(service)).stockfish.busy === engines;
    await until(isBusy(1), 'it works');
    sleeper.kill('SIGSTOP');
    makeWorker(url, { settings: quickSettings({ engines: 1 }), lockMs: LOCK_MS });
    const redis = connectRedis(url);
    await until(async () => {
      const [id] = await redis.lrange(`${PREFIX}:jobs:active`, 0, 0);
      // How often a worker was thought dead over it; and somebody has it.
      return (
        (await redis.hget(`${PREFIX}:jobs:${id}`, 'stc')) === '1' &&
        (await redis.exists(`${PREFIX}:jobs:${id}:lock`)) === 1
      );
    }, 'the other has it');
    sleeper.kill('SIGCONT');
    await until(isBusy(1), 'one of them has stopped');
    cancel.abort();
    await outcome;
    await until(isBusy(0), 'both have');
    await expect(service.run(evalJob(1))).resolves.toHaveProperty('depth', 6);
  });
});
