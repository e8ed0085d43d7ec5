import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Throttle } from '../../src/base/throttle.ts';
import { VirtualClock } from '../support/clock.ts';

const EVERY_MS = 3_000;

interface Tried {
  value: number;
  from: number;
  to: number;
  ok: boolean;
}

function scene({ takesMs = () => 0, fails = () => false }: { takesMs?: () => number; fails?: () => boolean } = {}) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const tried: Tried[] = [];
  const pass = async (value: number) => {
    const from = clock.now();
    await clock.sleep(takesMs());
    const ok = !fails();
    tried.push({ value, from, to: clock.now(), ok });
    return ok;
  };
  const throttle = new Throttle<number>({ clock, intervalMs: EVERY_MS, pass, signal: stop.signal });
  return { clock, stop, tried, throttle };
}

describe('a throttle', () => {
  it('is never written sooner than it may, however it comes, and the last of it always is', async () => {
    const happening = fc.record({
      after: fc.integer({ min: 0, max: 5_000 }),
      takes: fc.integer({ min: 0, max: 4_000 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async happenings => {
        let at = 0;
        let tries = 0;
        const now = () => happenings[at];
        // What fails, fails a few times in a row.
        const { clock, tried, throttle } = scene({
          takesMs: () => now()?.takes ?? 0,
          fails: () => Boolean(now()?.fails) && tries++ % 4 !== 3,
        });
        for (const [index, { after }] of happenings.entries()) {
          await clock.advance(after);
          at = index;
          throttle.push(index);
        }
        await clock.advance(0);
        while (Number.isFinite(clock.next)) await clock.advance(Math.max(1, clock.next));
        await throttle.settled();
        for (const [index, { from }] of tried.entries())
          expect(from - (tried[index - 1]?.to ?? -EVERY_MS)).toBeGreaterThanOrEqual(EVERY_MS);
        expect(tried.at(-1)).toMatchObject({ value: happenings.length - 1, ok: true });
        const written = tried.filter(({ ok }) => ok).map(({ value }) => value);
        expect(written).toEqual([...new Set(written)].toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('is written at once at first, then the newest of what has come since', async () => {
    const { clock, tried, throttle } = scene();
    throttle.push(1);
    await clock.advance(0);
    for (const value of [2, 3, 4]) throttle.push(value);
    await clock.advance(1_000);
    throttle.push(5);
    await clock.advance(1_999);
    expect(tried).toHaveLength(1);
    await clock.advance(1);
    expect(tried.map(({ value }) => value)).toEqual([1, 5]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('is not overlooked %i moments after the last was written', async moments => {
    const { clock, tried, throttle } = scene();
    throttle.push(1);
    while (tried.length === 0) await undefined;
    for (let moment = 0; moment < moments; moment++) await undefined;
    throttle.push(2);
    await clock.advance(EVERY_MS);
    expect(tried.map(({ value }) => value)).toEqual([1, 2]);
  });

  it('is tried ever more rarely when it cannot be written', async () => {
    const { clock, tried, throttle } = scene({ fails: () => true });
    throttle.push(1);
    await clock.advance(10 * 60_000);
    const gaps = tried.slice(1).map(({ from }, index) => from - (tried[index]?.to ?? 0));
    expect(gaps.slice(0, 6)).toEqual([6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
  });

  it('is not written any more after the end', async () => {
    const { clock, stop, tried, throttle } = scene();
    throttle.push(1);
    await clock.advance(0);
    throttle.push(2);
    stop.abort();
    await throttle.settled();
    await clock.advance(10_000);
    expect(tried.map(({ value }) => value)).toEqual([1]);
  });

  it('waits before the first where it is told to', async () => {
    const clock = new VirtualClock();
    const passed: number[] = [];
    const throttle = new Throttle<number>({
      ...{ clock, intervalMs: EVERY_MS, firstMs: 1_000 },
      pass: value => passed.push(value),
    });
    throttle.push(1);
    throttle.push(2);
    await clock.advance(999);
    expect(passed).toEqual([]);
    await clock.advance(1);
    expect(passed).toEqual([2]);
  });
});

describe('progress', () => {
  const INTERVAL_MS = 30;
  const passed: number[] = [];
  let clock = new VirtualClock();
  const started = (...values: number[]) => {
    const pass = (value: number) => passed.push(value);
    const progress = new Throttle({ clock, pass, intervalMs: INTERVAL_MS });
    for (const value of values) progress.push(value);
    return progress;
  };

  beforeEach(() => {
    passed.length = 0;
    clock = new VirtualClock();
  });

  it('is passed on at once, then at most once an interval, and the latest wins', async () => {
    const progress = started(1, 2, 3);
    await clock.advance(INTERVAL_MS);
    progress.push(4);
    progress.push(5);
    expect(passed).toEqual([1, 3]);
    await clock.advance(INTERVAL_MS);
    expect(passed).toEqual([1, 3, 5]);
    // Nothing came for a whole interval: the next is told at once again.
    await clock.advance(INTERVAL_MS);
    progress.push(6);
    expect(passed).toEqual([1, 3, 5, 6]);
    progress.stop('drop');
  });

  it.each([
    ['pass', [1, 3]],
    ['drop', [1]],
  ] as const)('that is stopped may %s what was held back, and says nothing afterwards', async (last, expected) => {
    const progress = started(1, 2, 3);
    expect(passed).toEqual([1]);
    progress.stop(last);
    expect(passed).toEqual(expected);
    await clock.advance(10 * INTERVAL_MS);
    expect(passed).toEqual(expected);
  });

  it.each(['pass', 'drop'] as const)('that is stopped has nothing to %s when everything has been told', async last => {
    started(1).stop(last);
    const patient = started(2, 3);
    await clock.advance(INTERVAL_MS);
    patient.stop(last);
    started().stop(last);
    expect(passed).toEqual([1, 2, 3]);
  });

  it('tells the last value once, however often it is stopped', () => {
    const progress = started(1, 2);
    progress.stop('pass');
    progress.stop('pass');
    progress.stop('drop');
    expect(passed).toEqual([1, 2]);
  });

  it.each(['pass', 'drop'] as const)('that is stopped leaves no timer behind (%s)', async last => {
    const progress = started(1, 2);
    await clock.advance(0);
    expect(clock.next).toBe(INTERVAL_MS);
    progress.stop(last);
    await clock.advance(0);
    expect(clock.next).toBe(Number.POSITIVE_INFINITY);
  });
});
