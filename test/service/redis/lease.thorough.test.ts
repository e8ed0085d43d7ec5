import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seeded } from '../../support/positions.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';
import { overlaps, startHolder, tenuresOf } from './lease-holders.ts';

it.skipIf(!hasRedis)('a lease is never held by two, whoever sleeps, hands it back, or loses Redis', async () => {
  const redis = await startRedis();
  const random = seeded(Number(process.env.SEED ?? 5));
  const times = { leaseMs: 600, marginMs: 200, beatMs: 25 };
  const holders = [1, 2, 3].map(seed => startHolder(redis.url, 3_000, seed, times));
  const all = () => holders.flatMap(({ acts }) => acts);
  const latest = ({ acts }: (typeof holders)[0]) => acts.at(-1)?.at ?? 0n;
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    // Mostly the one that has it.
    const [holder] = [...holders].sort((one, other) => (latest(one) < latest(other) ? 1 : -1));
    const victim = random() < 0.7 ? holder : holders[Math.floor(random() * 4)];
    const pid = victim?.child.pid ?? redis.pid();
    process.kill(pid, 'SIGSTOP');
    await sleep(random() * 3 * times.leaseMs);
    process.kill(pid, 'SIGCONT');
    if (random() < 0.1) {
      await redis.kill();
      await redis.start();
    }
    await sleep(random() * times.leaseMs);
  }
  expect(tenuresOf(all()).length).toBeGreaterThan(3);
  expect(overlaps(all())).toEqual([]);
});
