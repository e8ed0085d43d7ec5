import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Lease, type LeaseOptions, type Wait } from '../../../src/service/redis/lease.ts';
import { until } from '../../support/processes.ts';
import { age, connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { silent } from '../../support/settings.ts';
import { overlaps, startHolder } from './lease-holders.ts';

const KEY = '{kibitz}:lease:test';
/** Short, so that much can happen in a test. */
const TIMES = { leaseMs: 900, marginMs: 300, beatMs: 25 };

function makeLease(url: string, changes: Partial<LeaseOptions> = {}) {
  const waits: Wait['kind'][] = [];
  const onWait = ({ kind }: Wait) => void waits.push(kind);
  const lease = new Lease({ url, name: 'test', what: 'Lichess', log: silent, ...TIMES, onWait, ...changes });
  onTestFinished(() => lease.close());
  const told = { begun: false, lost: '' };
  void lease.begun.then(() => {
    told.begun = true;
  });
  lease.lost.catch(fault => {
    told.lost = fault.message;
  });
  return { lease, waits, told };
}

describe.skipIf(!hasRedis)('a lease', () => {
  it('is one process’s at a time; the next has it as soon as it is handed back', async () => {
    const { url } = await startRedis();
    await age(url);
    const one = makeLease(url);
    await one.lease.begun;
    const two = makeLease(url);
    await until(() => two.waits.length > 0, 'the second one waits');
    expect([one.lease.isHeld, two.lease.isHeld, two.waits]).toEqual([true, false, ['taken']]);
    const viewer = connectRedis(url);
    const holder = await viewer.get(KEY);
    await one.lease.close();
    expect(one.lease.isHeld).toBe(false);
    // It does not have to run out first.
    expect(await viewer.get(KEY)).not.toBe(holder);
    await two.lease.begun;
    expect([one.told.lost, two.lease.isHeld]).toEqual(['', true]);
  });

  it('of another name is another one', async () => {
    const { url } = await startRedis();
    await age(url);
    const leases = ['one', 'two'].map(name => makeLease(url, { name }).lease);
    await Promise.all(leases.map(({ begun }) => begun));
    expect(leases.map(({ isHeld }) => isHeld)).toEqual([true, true]);
  });

  it('is kept while Redis pauses for a moment, and given up when it pauses for long', async () => {
    const redis = await startRedis();
    await age(redis.url);
    const { lease, told } = makeLease(redis.url);
    await lease.begun;
    const other = makeLease(redis.url);
    process.kill(redis.pid(), 'SIGSTOP');
    await sleep(150);
    process.kill(redis.pid(), 'SIGCONT');
    await sleep(TIMES.leaseMs);
    expect([lease.isHeld, other.told.begun]).toEqual([true, false]);
    process.kill(redis.pid(), 'SIGSTOP');
    await until(() => told.lost !== '', 'it is given up');
    expect(told.lost).toBe('Lichess: no word from Redis for 1 s, so this one makes room and comes back by itself.');
    process.kill(redis.pid(), 'SIGCONT');
    await other.lease.begun;
    expect(other.lease.isHeld).toBe(true);
  });

  it('is waited for while Redis is not there', async () => {
    const redis = await startRedis({ started: false });
    const { lease, waits, told } = makeLease(redis.url);
    await until(() => waits.length > 0, 'it waits');
    expect([waits, told.begun, lease.isHeld]).toEqual([['no-redis'], false, false]);
    await redis.start();
    await lease.begun;
    // Somebody else might have had it before.
    expect(waits).toEqual(['no-redis', 'taken']);
    expect(lease.isHeld).toBe(true);
  });

  it('stays with its holder when Redis has forgotten it', async () => {
    const redis = await startRedis();
    await age(redis.url);
    const one = makeLease(redis.url);
    await one.lease.begun;
    const two = makeLease(redis.url);
    await until(() => two.waits.length > 0, 'the second one waits');
    await redis.kill();
    await redis.start();
    await sleep(TIMES.leaseMs);
    expect([one.told.lost, one.lease.isHeld, two.told.begun]).toEqual(['', true, false]);
    const viewer = connectRedis(redis.url);
    const holder = await viewer.get(KEY);
    await viewer.flushall();
    await until(async () => (await viewer.get(KEY)) !== null, 'it is taken again');
    expect(await viewer.get(KEY)).toBe(holder);
  });

  it('is lost at once to somebody who has it all the same', async () => {
    const { url } = await startRedis();
    await age(url);
    const { lease, told } = makeLease(url);
    await lease.begun;
    await connectRedis(url).set(KEY, 'somebody');
    await until(() => told.lost !== '', 'it is lost');
    expect(told.lost).toBe('Lichess: another bot has taken over, so this one makes room and comes back by itself.');
    await lease.close();
    expect(await connectRedis(url).get(KEY)).toBe('somebody');
  });

  it('goes to another when its holder dies, and is noticed as lost by one that slept', async () => {
    const { url } = await startRedis();
    await age(url);
    const holders = [startHolder(url, 0, 1), startHolder(url, 0, 2)];
    await until(() => holders.some(({ acts }) => acts.length > 0), 'one has it');
    const first = holders.findIndex(({ acts }) => acts.length > 0);
    const [one, two] = [holders[first], holders[1 - first]] as [(typeof holders)[0], (typeof holders)[0]];
    expect(two.acts).toEqual([]);
    one.child.kill('SIGSTOP');
    await until(() => two.acts.length > 0, 'the other has it');
    one.child.kill('SIGCONT');
    await sleep(300);
    expect(overlaps([...one.acts, ...two.acts])).toEqual([]);
    two.child.kill('SIGKILL');
    const before = one.acts.length;
    await until(() => one.acts.length > before, 'the first one has it again');
    expect(overlaps([...one.acts, ...two.acts])).toEqual([]);
  });
});
