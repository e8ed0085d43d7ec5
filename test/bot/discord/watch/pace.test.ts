import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../../../src/bot/discord/watch/pace.ts';
import { VirtualClock } from '../../../support/clock.ts';

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
  const write = async (value: number) => {
    const from = clock.now();
    await clock.sleep(takesMs());
    const ok = !fails();
    tried.push({ value, from, to: clock.now(), ok });
    return ok;
  };
  const pace = new Pace<number>({ clock, everyMs: EVERY_MS, write, signal: stop.signal });
  return { clock, stop, tried, pace };
}

describe('what is shown again and again', () => {
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
        const { clock, tried, pace } = scene({
          takesMs: () => now()?.takes ?? 0,
          fails: () => Boolean(now()?.fails) && tries++ % 4 !== 3,
        });
        for (const [index, { after }] of happenings.entries()) {
          await clock.advance(after);
          at = index;
          pace.show(index);
        }
        await clock.advance(0);
        while (Number.isFinite(clock.next)) await clock.advance(Math.max(1, clock.next));
        await pace.settled();
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
    const { clock, tried, pace } = scene();
    pace.show(1);
    await clock.advance(0);
    for (const value of [2, 3, 4]) pace.show(value);
    await clock.advance(1_000);
    pace.show(5);
    await clock.advance(1_999);
    expect(tried).toHaveLength(1);
    await clock.advance(1);
    expect(tried.map(({ value }) => value)).toEqual([1, 5]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('is not overlooked %i moments after the last was written', async moments => {
    const { clock, tried, pace } = scene();
    pace.show(1);
    while (tried.length === 0) await undefined;
    for (let moment = 0; moment < moments; moment++) await undefined;
    pace.show(2);
    await clock.advance(EVERY_MS);
    expect(tried.map(({ value }) => value)).toEqual([1, 2]);
  });

  it('is tried ever more rarely when it cannot be written', async () => {
    const { clock, tried, pace } = scene({ fails: () => true });
    pace.show(1);
    await clock.advance(10 * 60_000);
    const gaps = tried.slice(1).map(({ from }, index) => from - (tried[index]?.to ?? 0));
    expect(gaps.slice(0, 6)).toEqual([6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
  });

  it('is not written any more after the end', async () => {
    const { clock, stop, tried, pace } = scene();
    pace.show(1);
    await clock.advance(0);
    pace.show(2);
    stop.abort();
    await pace.settled();
    await clock.advance(10_000);
    expect(tried.map(({ value }) => value)).toEqual([1]);
  });
});
