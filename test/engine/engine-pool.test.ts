import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Claim } from '../../src/base/fair-queue.ts';
import { Fault } from '../../src/base/fault.ts';
import { startPosition } from '../../src/chess/position.ts';
import { EnginePool, type PoolOptions } from '../../src/engine/engine-pool.ts';
import { type SearchRequest, Stockfish } from '../../src/engine/stockfish.ts';
import { locateStockfish, type StockfishBuild } from '../../src/engine/stockfish-build.ts';
import { fakeBuild } from '../support/fake-engine.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { isAlive, until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';

const claim: Claim = { priority: 'interactive', owner: 'a' };
const quick: SearchRequest = { limit: { kind: 'depth', depth: 6 }, multipv: 1, deterministic: true };
const endless: SearchRequest = { limit: { kind: 'depth', depth: 40 }, multipv: 1 };
const pools: EnginePool[] = [];

function makePool(options: Partial<PoolOptions> = {}, build: StockfishBuild = locateStockfish(undefined)): EnginePool {
  const pool = new EnginePool({
    size: 2,
    start: () => Stockfish.start(build, { hashMb: 16 }),
    random: () => 0,
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map(pool => pool.close()));
});

describe('a pool of engines', () => {
  it('answers many searches rightly although its engines are killed in the middle', async () => {
    const random = seeded(3);
    const positions = Array.from({ length: 24 }, () => randomGame(20, random).positions.at(-1) ?? startPosition());
    const calm = makePool();
    const expected = await Promise.all(positions.map(position => calm.search(position, quick, claim)));
    const faults: string[] = [];
    const pool = makePool({ onFailure: fault => faults.push(fault.message) });
    let done = 0;
    const asked = positions.map(position =>
      pool.search(position, quick, claim).then(result => {
        // Two killings, far enough apart that no position meets both.
        if (++done === 6 || done === 16) process.kill(pool.pids[0] as number, 'SIGKILL');
        return result;
      }),
    );
    const results = await Promise.all(asked);
    expect(results.map(({ lines }) => lines)).toEqual(expected.map(({ lines }) => lines));
    expect(faults.length).toBeGreaterThan(0);
    expect(pool.failures).toBe(faults.length);
  });

  it('serves everything with one engine when the other does not start', async () => {
    let starts = 0;
    const build = locateStockfish(undefined);
    const pool = makePool({
      start: () =>
        ++starts === 1
          ? Stockfish.start(build, { hashMb: 16 })
          : Promise.reject(new Fault('engine-failed', 'no memory')),
    });
    await pool.search(startPosition(), quick, claim); // the good one is up
    const results = await Promise.all(Array.from({ length: 8 }, () => pool.search(startPosition(), quick, claim)));
    expect(results).toHaveLength(8);
    expect(starts).toBeGreaterThan(1);
  });

  it('leaves nothing behind of an engine that was still starting', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const pool = makePool({
      size: 1,
      start: signal => Stockfish.start(fakeBuild('deaf', pidFile), { hashMb: 1 }, signal),
    });
    const search = expect(pool.search(startPosition(), quick, claim)).rejects.toMatchObject({ code: 'closing' });
    await until(() => existsSync(pidFile), 'the engine starts');
    await pool.close();
    await search;
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await until(() => !isAlive(pid), 'it is gone');
  });

  it('tries a position twice and then says why it failed, and goes on', async () => {
    const starts: number[] = [];
    const pool = makePool({
      size: 1,
      start: () => Stockfish.start(fakeBuild(starts.push(1) <= 2 ? 'dies' : 'chatter'), { hashMb: 1 }),
    });
    const first = pool.search(startPosition(), quick, claim);
    const second = pool.search(startPosition(), quick, { ...claim, owner: 'b' });
    await expect(first).rejects.toMatchObject({ code: 'engine-failed', message: 'Stockfish ended (code 7).' });
    await expect(second).resolves.toMatchObject({ engine: 'Fake 1' });
    expect(starts).toHaveLength(3);
    expect(pool.failures).toBe(2);
  });

  it('does not try again where there is no engine', async () => {
    let starts = 0;
    const missing = new Fault('engine-missing', 'No Stockfish found.');
    const pool = makePool({
      start: () => {
        starts++;
        return Promise.reject(missing);
      },
    });
    await expect(pool.search(startPosition(), quick, claim)).rejects.toBe(missing);
    expect(starts).toBe(1);
  });

  it('lets another owner in before the rest of a long line', async () => {
    const pool = makePool({ size: 1 });
    const order: string[] = [];
    const ask = (owner: string) =>
      pool.search(startPosition(), quick, { priority: 'interactive', owner }).then(() => order.push(owner));
    const asked = [...Array.from({ length: 12 }, () => ask('many')), ask('one')];
    await Promise.all(asked);
    expect(order.indexOf('one')).toBeLessThanOrEqual(2);
  });

  it('frees its engines when searches are cancelled, running or waiting', async () => {
    const pool = makePool();
    const cancel = new AbortController();
    const asked = Array.from({ length: 6 }, () => pool.search(startPosition(), endless, claim, cancel.signal));
    const outcomes = Promise.allSettled(asked);
    await until(() => pool.pids.length === 2 && pool.busy === 2, 'both engines search');
    const pids = pool.pids;
    // They are given 200 ms to stop; a busy machine may take longer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    cancel.abort();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'cancelled' } });
    await until(() => pool.busy === 0, 'the engines are idle');
    expect(pool.pids).toEqual(pids); // stopped, not killed
    await expect(pool.search(startPosition(), quick, claim)).resolves.toHaveProperty('depth', 6);
  });

  it('replaces an engine that died while idle without anybody noticing', async () => {
    const pool = makePool({ size: 1 });
    await pool.search(startPosition(), quick, claim);
    const [pid] = pool.pids;
    process.kill(pid as number, 'SIGKILL');
    await until(() => pool.pids.length === 0, 'the pool sees that its engine is gone');
    await pool.search(startPosition(), quick, claim);
    expect(pool.failures).toBe(0);
  });

  it('answers what is urgent while all of its engines are held by long searches, with an engine beside them', async () => {
    for (const size of [1, 2]) {
      const pool = makePool({ size });
      const held = Promise.allSettled(
        Array.from({ length: 2 * size }, () => pool.search(startPosition(), endless, claim)),
      );
      await until(() => pool.busy === size, 'all engines search');
      for (const priority of ['short', 'move'] as const)
        await expect(pool.search(startPosition(), quick, { priority, owner: 'b' })).resolves.toHaveProperty('depth', 6);
      const urgent = Promise.allSettled([pool.search(startPosition(), endless, { priority: 'short', owner: 'b' })]);
      // Nor is it said that three of two are busy.
      expect([pool.size, pool.pids.length, pool.busy]).toEqual([size, size + 1, size]);
      await pool.close();
      await Promise.all([held, urgent]);
    }
  });

  it('starts no other engine for what is urgent where it has its turn in a moment', async () => {
    const pool = makePool({ size: 1 });
    const short: Claim = { priority: 'short', owner: 'b' };
    await Promise.all(Array.from({ length: 8 }, () => pool.search(startPosition(), quick, short)));
    expect(pool.pids).toHaveLength(1);
  });

  it('leaves no process behind when it closes, and refuses what waits', async () => {
    const pool = makePool();
    const asked = Promise.allSettled(Array.from({ length: 4 }, () => pool.search(startPosition(), endless, claim)));
    await until(() => pool.pids.length === 2, 'both engines run');
    const pids = pool.pids;
    await pool.close();
    for (const outcome of await asked) expect(outcome).toMatchObject({ reason: { code: 'closing' } });
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(pool.search(startPosition(), quick, claim)).rejects.toMatchObject({ code: 'closing' });
  });
});
