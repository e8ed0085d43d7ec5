import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../src/base/deferred.ts';
import type { Priority } from '../../src/base/fair-queue.ts';
import { startPosition } from '../../src/chess/position.ts';
import { EnginePool, type PooledEngine } from '../../src/engine/engine-pool.ts';
import { type SearchRequest, type SearchResult, Stockfish } from '../../src/engine/stockfish.ts';
import { locateStockfish } from '../../src/engine/stockfish-build.ts';
import { until } from '../support/processes.ts';

/** Who has an engine for how long, by a clock that tests set. */

const SLICE_MS = 10_000;
const request = (depth: number): SearchRequest => ({ limit: { kind: 'depth', depth }, multipv: 1 });

/** Engines that search until they are told that they have found something; searches are told apart by their depth. */
function handPool(size: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const under = new Map<number, (result: SearchResult) => void>();
  const start = async (): Promise<PooledEngine> => ({
    pid: undefined,
    ended: false,
    search: async (_position, { limit }, signal) => {
      const depth = limit.kind === 'depth' ? limit.depth : 0;
      const answer = deferred<SearchResult>(signal);
      under.set(depth, answer.resolve);
      return answer.promise.finally(() => under.delete(depth));
    },
    onExit: () => undefined,
    quit: async () => undefined,
    kill: () => undefined,
  });
  const pool = new EnginePool({ size, start });
  const ask = (depth: number, owner: string, priority: Priority = 'interactive', signal?: AbortSignal) =>
    pool.search(startPosition(), request(depth), { priority, owner }, signal);
  return {
    ask,
    searched: () => [...under.keys()].sort((a, b) => a - b),
    found: async (depth: number) => {
      under.get(depth)?.({ depth } as SearchResult);
      await settled();
    },
    pass: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      await settled();
    },
  };
}

const settled = async () => {
  for (let round = 0; round < 5; round++) await new Promise(resolve => setImmediate(resolve));
};

describe('a long search', () => {
  it('goes on for as long as nobody else waits, and then takes turns that grow', async () => {
    const { ask, searched, found, pass } = handPool(1);
    const one = ask(1, 'anna');
    await pass(10 * SLICE_MS);
    expect(searched()).toEqual([1]);
    const two = ask(2, 'ben');
    await settled();
    expect(searched()).toEqual([2]);
    const seen: (number | undefined)[] = [];
    for (let slice = 0; slice < 7; slice++) {
      seen.push(searched()[0]);
      await pass(SLICE_MS);
    }
    expect(seen).toEqual([2, 1, 1, 2, 2, 1, 1]);
    await found(1);
    await expect(one).resolves.toHaveProperty('depth', 1);
    await pass(20 * SLICE_MS);
    await found(2);
    await expect(two).resolves.toHaveProperty('depth', 2);
  });

  it('is not stopped for the same owner, nor for what is less urgent', async () => {
    const { ask, searched, pass } = handPool(1);
    for (const [depth, owner, priority] of [
      [1, 'anna', 'interactive'],
      [2, 'anna', 'interactive'],
      [3, 'web:1', 'background'],
    ] as const)
      void ask(depth, owner, priority);
    await pass(5 * SLICE_MS);
    expect(searched()).toEqual([1]);
  });

  it('in the background is stopped for a person, who keeps the engine', async () => {
    const { ask, searched, found, pass } = handPool(2);
    for (const depth of [1, 2, 3]) void ask(depth, `web:${depth}`, 'background');
    await pass(1_000);
    void ask(4, 'anna');
    await pass(SLICE_MS - 1_001);
    expect(searched()).toEqual([1, 2]);
    await pass(1);
    // The other engine is the turn of the visitor who has waited.
    expect(searched()).toEqual([3, 4]);
    await pass(3 * SLICE_MS);
    expect(searched()).toContain(4);
    await found(4);
    expect(searched()).toHaveLength(2);
  });

  it('is not stopped for what is urgent: that has an engine of its own', async () => {
    const { ask, searched, found, pass } = handPool(1);
    void ask(1, 'anna');
    await pass(2 * SLICE_MS);
    const short = ask(2, 'ben', 'short');
    await settled();
    expect(searched()).toEqual([1, 2]);
    await found(2);
    await expect(short).resolves.toHaveProperty('depth', 2);
  });

  it('that is cancelled while it waits for its turn is not begun again', async () => {
    const { ask, searched, found, pass } = handPool(1);
    const cancel = new AbortController();
    const stopped = expect(ask(1, 'anna', 'interactive', cancel.signal)).rejects.toMatchObject({ code: 'cancelled' });
    void ask(2, 'ben');
    await pass(SLICE_MS);
    expect(searched()).toEqual([2]);
    cancel.abort();
    await stopped;
    await found(2);
    expect(searched()).toEqual([]);
  });

  it('finds the same where it has to, however often it was stopped', async () => {
    const build = locateStockfish(undefined);
    const pool = new EnginePool({ size: 1, start: () => Stockfish.start(build, { hashMb: 16 }) });
    onTestFinished(() => pool.close());
    const exact: SearchRequest = { limit: { kind: 'depth', depth: 18 }, multipv: 1, deterministic: true };
    const search = (owner: string, what: SearchRequest) =>
      pool.search(startPosition(), what, { priority: 'interactive', owner });
    const { lines, nodes } = await search('anna', exact);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const again = search('anna', exact);
    const other = search('ben', request(4));
    await until(() => pool.busy === 1, 'it searches');
    vi.advanceTimersByTime(SLICE_MS);
    await other;
    expect(await again).toMatchObject({ lines, nodes });
  });
});
