// Somebody who wants a lease again and again, in a process of its own: something for a test to stop and to kill.
import { setTimeout as sleep } from 'node:timers/promises';
import { Lease } from '../../src/service/redis/lease.ts';
import { seeded } from './positions.ts';
import { silent } from './settings.ts';

interface Orders {
  url: string;
  name: string;
  leaseMs: number;
  marginMs: number;
  beatMs: number;
  /** For how long it works at the most before it hands the lease back; for ever, if 0. */
  worksMs: number;
  seed: number;
}

const { worksMs, seed, ...options } = JSON.parse(process.argv[2] ?? '') as Orders;
const random = seeded(seed);
const ACT_MS = 3;

/**
 * Whenever it finds that the lease is its own it says when it looked, by a clock that all processes of a machine share.
 * Between the look and what follows it may be stopped for any time, which no lease can help: so the look is what
 * counts.
 */
for (let tenure = 0; ; tenure++) {
  const lease = new Lease({ ...options, what: 'Test', log: silent });
  await lease.begun;
  const end = performance.now() + (worksMs ? random() * worksMs : Number.POSITIVE_INFINITY);
  for (;;) {
    const looked = process.hrtime.bigint();
    if (!lease.isHeld || performance.now() > end) break;
    process.stdout.write(`${tenure} ${looked}\n`);
    await sleep(ACT_MS);
  }
  await lease.close();
}
