import { setTimeout as sleep } from 'node:timers/promises';
import { faultOfSignal } from './fault.ts';

/** The current time and pauses; tests have a clock of their own. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; setting the machine's clock does not change it. */
  now(): number;
  /** Rejects with the signal's fault as soon as that is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest timer of Node, 24 days; one that is longer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await sleep(Math.min(ms, LONGEST_MS), undefined, signal && { signal });
    } catch (error) {
      throw signal ? faultOfSignal(signal) : error;
    }
  },
};

/** Calls `act` after `ms`, unless the function that is returned is called before. */
export function later(clock: Clock, ms: number, act: () => void): () => void {
  const off = new AbortController();
  clock.sleep(ms, off.signal).then(
    () => off.signal.aborted || act(),
    () => undefined, // called off
  );
  return () => off.abort();
}

/** Waits until the work has ended, well or badly, but for at most `ms`, and only until `hurry` is aborted. */
export async function within(ms: number, work: Promise<unknown>, hurry?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = hurry ? AbortSignal.any([over.signal, hurry]) : over.signal;
  const quietly = () => undefined;
  await Promise.race([work.then(quietly, quietly), sleep(ms, undefined, { signal }).catch(quietly)]);
  over.abort();
}

/** The time that all engines together have worked for one job; work that is under way is counted up to now. */
export class WorkTime {
  #ms = 0;
  readonly #under = new Set<{ since: number }>();

  get ms(): number {
    const now = performance.now();
    return [...this.#under].reduce((sum, { since }) => sum + now - since, this.#ms);
  }

  add(ms: number): void {
    this.#ms += ms;
  }

  /** Begins a piece of work and returns a function that ends it: it has taken `ms`, or the time that has passed. */
  begin(): (ms?: number) => void {
    const work = { since: performance.now() };
    this.#under.add(work);
    return ms => {
      if (this.#under.delete(work)) this.add(ms ?? performance.now() - work.since);
    };
  }
}
