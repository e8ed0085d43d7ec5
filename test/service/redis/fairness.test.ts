import { describe, expect, it } from 'vitest';
import { placesFor } from '../../../src/service/capacity.ts';
import { PREFIX } from '../../../src/service/redis/protocol.ts';
import { rankOf, serveTurn, signIn, signOut, takeTurn } from '../../../src/service/redis/scripts.ts';
import { makeWorkerInfo, workersAt } from '../../support/cards.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, inputs, makeAsker, makeWorker, status } from '../../support/service.ts';
import { testSettings } from '../../support/settings.ts';

const JOBS = `${PREFIX}:jobs:prioritized`;
const SHORT = `${PREFIX}:short:prioritized`;

describe.skipIf(!hasRedis)('turns', () => {
  it('put a newcomer before the second job of everybody else', async () => {
    const redis = connectRedis((await startRedis()).url);
    const take = (owner: string) => takeTurn(redis, 'interactive', owner);
    expect([await take('a'), await take('a'), await take('a'), await take('b')]).toEqual([1, 2, 3, 1]);
    await serveTurn(redis, 'interactive', 1);
    // The second turn comes next, for whoever is new and for whoever has had one; who has three waits for the fourth.
    expect([await take('c'), await take('b'), await take('a')]).toEqual([2, 2, 4]);
    // Other urgencies have their own.
    expect(await takeTurn(redis, 'background', 'a')).toBe(1);
  });

  it('begin anew when nobody waits, and leave nothing behind', async () => {
    const redis = connectRedis((await startRedis()).url);
    for (let job = 0; job < 5; job++) await takeTurn(redis, 'interactive', 'a');
    for (let turn = 1; turn <= 5; turn++) await serveTurn(redis, 'interactive', turn);
    expect(await redis.keys('*')).toEqual([]);
    expect(await takeTurn(redis, 'interactive', 'a')).toBe(1);
  });
});

describe.skipIf(!hasRedis)('turns of many who ask again and again', () => {
  it('come round for everybody: whoever waits is not overtaken for ever', async () => {
    const redis = connectRedis((await startRedis()).url);
    const order: string[] = [];
    let asked = 0;
    // As BullMQ does it: the lowest rank first, and of these the oldest.
    const ask = async (owner: string) => {
      const rank = rankOf('interactive', await takeTurn(redis, 'interactive', owner));
      await redis.zadd(JOBS, rank * 1e6 + asked++, `${asked}:${owner}`);
    };
    const serve = async () => {
      const [job = '', score = 0] = await redis.zpopmin(JOBS);
      await serveTurn(redis, 'interactive', Math.floor(Number(score) / 1e6) - rankOf('interactive', 0));
      order.push(job.split(':')[1] ?? '');
    };
    for (const owner of ['a', 'b', 'a', 'b', 'a', 'b', 'n1', 'n2', 'n3']) await ask(owner);
    for (let round = 0; round < 30; round++) {
      await serve();
      if (/^n/.test(order.at(-1) ?? '')) await ask(order.at(-1) ?? '');
    }
    const times = (owner: string) => order.filter(one => one === owner).length;
    expect([times('a'), times('b')]).toEqual([3, 3]);
    expect(
      Math.max(times('n1'), times('n2'), times('n3')) - Math.min(times('n1'), times('n2'), times('n3')),
    ).toBeLessThan(2);
    expect(order.lastIndexOf('b')).toBeLessThan(15);
  });
});

describe.skipIf(!hasRedis)('two bots that share a worker', () => {
  it('let each other’s newcomers in before the rest of a long line', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    const [one, other] = [makeAsker(url), makeAsker(url)];
    // Somebody who says that there is room, but works on nothing: all of it is in Redis before the first is taken.
    const idle = makeWorkerInfo({ id: 'idle', places: { ...placesFor(1), short: 40 } });
    await signIn(redis, idle);
    const order: string[] = [];
    const ask = (service: typeof one, index: number, owner: string) =>
      service.run(evalJob(index), { owner }).then(() => order.push(owner));
    const many = inputs.slice(0, 20).map((_, index) => ask(one, index, 'many'));
    const waiting = async (count: number) => (await redis.zcard(SHORT)) === count;
    await until(() => waiting(20), 'the first bot’s jobs are there');
    const few = [ask(other, 30, 'one'), ask(other, 31, 'one')];
    await until(() => waiting(22), 'the other’s are, too');
    await signOut(redis, idle.id);
    makeWorker(url, { settings: testSettings({ engines: 1 }), concurrency: 1 });
    await Promise.all([...many, ...few]);
    // They take turns: many, one, many, one.
    expect(order.slice(0, 4).toSorted()).toEqual(['many', 'many', 'one', 'one']);
    expect(order[0]).not.toBe(order[1]);
  });

  it('see all workers as one, and none that has left', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    const service = makeAsker(url);
    const settings = testSettings({ engines: 1 });
    const workers = [makeWorker(url, { settings }), makeWorker(url, { settings, concurrency: 7 })];
    await until(async () => (await workersAt(redis)).length === 2, 'both are there');
    await until(async () => (await status(service)).stockfish.engines === 2, 'the bot knows');
    await workers[1]?.close();
    expect((await workersAt(redis)).map(({ places }) => places.long)).toEqual([3]);
  });
});
