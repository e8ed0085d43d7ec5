import { describe, expect, it } from 'vitest';
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
