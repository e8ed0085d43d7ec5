import { describe, expect, it } from 'vitest';
import { keep, recall } from '../../../src/service/redis/scripts.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, makeAsker, makeWorker, status } from '../../support/service.ts';

describe.skipIf(!hasRedis)('what one worker has found', () => {
  it('is known to the next, on whatever machine', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    const service = makeAsker(url);
    const first = makeWorker(url);
    const found = await service.run(evalJob(0, 8, true));
    expect(found).toMatchObject({ cached: false });
    await until(async () => (await redis.hlen('{kibitz}:cache:young')) === 1, 'it is kept');
    await first.close();
    makeWorker(url); // with a folder of its own
    const again = await service.run(evalJob(0, 8, true));
    expect(again).toEqual({ ...found, cached: true });
    await until(async () => (await status(service)).cache.hits === 1, 'it counts as found');
  });

  it('is found anew where it was damaged', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    const service = makeAsker(url);
    const first = makeWorker(url);
    const found = await service.run(evalJob(0, 8, true));
    await until(async () => (await redis.hlen('{kibitz}:cache:young')) === 1, 'it is kept');
    await first.close();
    const [name = ''] = await redis.hkeys('{kibitz}:cache:young');
    await redis.hset('{kibitz}:cache:young', name, '{"depth":');
    makeWorker(url);
    expect(await service.run(evalJob(0, 8, true))).toMatchObject({ depth: found.depth, cached: false });
  });

  it('is kept by nobody who was asked not to', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    makeWorker(url);
    await service.run(evalJob(0, 8, false));
    expect(await connectRedis(url).keys('{kibitz}:cache:*')).toEqual([]);
  });
});

describe.skipIf(!hasRedis)('the shared cache', () => {
  const MOST = 1_000;
  const value = (name: string) => name.repeat(50);

  it('keeps what is used, and no more than it may', async () => {
    const redis = connectRedis((await startRedis()).url);
    await keep(redis, 'aa', value('aa'), MOST);
    for (let index = 10; index < 60; index++) {
      await keep(redis, String(index), value(String(index)), MOST);
      expect(await recall(redis, 'aa', MOST), `after ${index}`).toBe(value('aa'));
      const halves = await Promise.all(['young', 'old'].map(half => redis.hvals(`{kibitz}:cache:${half}`)));
      expect(halves.flat().join('').length).toBeLessThanOrEqual(MOST + value('aa').length);
    }
    expect(await recall(redis, '59', MOST)).toBe(value('59'));
    expect(await recall(redis, '10', MOST)).toBeNull();
  });

  it('leaves out what is too large for it', async () => {
    const redis = connectRedis((await startRedis()).url);
    await keep(redis, 'large', 'x'.repeat(MOST), MOST);
    expect(await recall(redis, 'large', MOST)).toBeNull();
  });
});
