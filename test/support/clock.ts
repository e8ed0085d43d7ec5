import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/base/clock.ts';
import { faultOfSignal, throwIfAborted } from '../../src/base/fault.ts';

interface Sleeper {
  at: number;
  wake: () => void;
}

/** Time that passes when a test says so. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (ms <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const sleeper: Sleeper = {
        at: this.#now + ms,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          this.#forget(sleeper);
          resolve();
        },
      };
      const abort = () => {
        this.#forget(sleeper);
        reject(faultOfSignal(signal as AbortSignal));
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** How long until somebody wakes up; for ever if nobody sleeps. */
  get next(): number {
    return Math.min(...this.#sleepers.map(({ at }) => at)) - this.#now;
  }

  /** Whether somebody wakes up in exactly this time. */
  wakesIn(ms: number): boolean {
    return this.#sleepers.some(({ at }) => at === this.#now + ms);
  }

  /** Whoever sleeps wakes up in time, and has done what can be done at once before more of it passes. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await breath();
    for (let sleeper = this.#first(end); sleeper; sleeper = this.#first(end)) {
      this.#now = sleeper.at;
      sleeper.wake();
      await breath();
    }
    this.#now = end;
  }

  #first(end: number): Sleeper | undefined {
    const [first] = this.#sleepers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
    return first;
  }

  #forget(sleeper: Sleeper): void {
    const index = this.#sleepers.indexOf(sleeper);
    if (index >= 0) this.#sleepers.splice(index, 1);
  }
}

/** Everything that waits for nothing else goes on. */
async function breath(): Promise<void> {
  for (let i = 0; i < 3; i++) await setImmediate();
}
