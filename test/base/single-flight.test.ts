import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounced } from '../../src/base/debounce.ts';
import { SingleFlight } from '../../src/base/single-flight.ts';

function work() {
  let runs = 0;
  let finish: (value: number) => void = () => undefined;
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    runs++;
    signals.push(signal);
    return new Promise<number>((resolve, reject) => {
      finish = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { start, signals, finish: (value: number) => finish(value), runs: () => runs };
}

const signal = () => new AbortController().signal;

describe('the same work asked for twice', () => {
  it('is done once and answered to both', async () => {
    const flights = new SingleFlight<number>();
    const { start, finish, runs } = work();
    const both = [flights.run('k', signal(), start), flights.run('k', signal(), start)];
    finish(7);
    expect(await Promise.all(both)).toEqual([7, 7]);
    expect(runs()).toBe(1);
  });

  it('is done anew once it is finished, and apart for another key', async () => {
    const flights = new SingleFlight<number>();
    const first = work();
    const one = flights.run('k', signal(), first.start);
    const other = work();
    const two = flights.run('other', signal(), other.start);
    first.finish(1);
    other.finish(2);
    expect([await one, await two]).toEqual([1, 2]);
    const again = work();
    const three = flights.run('k', signal(), again.start);
    again.finish(3);
    expect(await three).toBe(3);
  });

  it('goes on when one of two leaves, and ends when both have', async () => {
    const flights = new SingleFlight<number>();
    const { start, signals } = work();
    const [a, b] = [new AbortController(), new AbortController()];
    const one = flights.run('k', a.signal, start);
    const two = flights.run('k', b.signal, start);
    a.abort();
    await expect(one).rejects.toMatchObject({ code: 'cancelled' });
    expect(signals[0]?.aborted).toBe(false);
    b.abort();
    await expect(two).rejects.toMatchObject({ code: 'cancelled' });
    expect(signals[0]?.aborted).toBe(true);
  });

  it('fails for both when it fails, and does not start for one who has already left', async () => {
    const flights = new SingleFlight<number>();
    const failing = () => Promise.reject(new Error('no'));
    const both = [flights.run('k', signal(), failing), flights.run('k', signal(), failing)];
    for (const outcome of await Promise.allSettled(both)) expect(outcome.status).toBe('rejected');
    await expect(flights.run('k', AbortSignal.abort(), failing)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('progress', () => {
  const INTERVAL_MS = 30;
  const passed: number[] = [];
  const started = (...values: number[]) => {
    const progress = debounced((value: number) => passed.push(value), INTERVAL_MS);
    for (const value of values) progress.call(value);
    return progress;
  };

  beforeEach(() => {
    passed.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is passed on at once, then at most once an interval, and the latest wins', () => {
    const progress = started(1, 2, 3);
    vi.advanceTimersByTime(INTERVAL_MS);
    progress.call(4);
    progress.call(5);
    expect(passed).toEqual([1, 3]);
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(passed).toEqual([1, 3, 5]);
    // Nothing came for a whole interval: the next is told at once again.
    vi.advanceTimersByTime(INTERVAL_MS);
    progress.call(6);
    expect(passed).toEqual([1, 3, 5, 6]);
    progress.stop('drop');
  });

  it.each([
    ['pass', [1, 3]],
    ['drop', [1]],
  ] as const)('that is stopped may %s what was held back, and says nothing afterwards', (last, expected) => {
    const progress = started(1, 2, 3);
    expect(passed).toEqual([1]);
    progress.stop(last);
    expect(passed).toEqual(expected);
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(passed).toEqual(expected);
  });

  it.each(['pass', 'drop'] as const)('that is stopped has nothing to %s when everything has been told', last => {
    started(1).stop(last);
    const patient = started(2, 3);
    vi.advanceTimersByTime(INTERVAL_MS);
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

  it.each(['pass', 'drop'] as const)('that is stopped leaves no timer behind (%s)', last => {
    const progress = started(1, 2);
    expect(vi.getTimerCount()).toBe(1);
    progress.stop(last);
    expect(vi.getTimerCount()).toBe(0);
  });
});
