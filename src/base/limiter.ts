import { throwIfAborted } from './fault.ts';

interface Waiting {
  priority: number;
  start: () => void;
}

/** Runs work in order of priority (lowest number first), at most `concurrency` pieces at a time. */
export class Limiter {
  readonly #concurrency: number;
  /** Sorted so that the last one runs first. */
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Begins at once if fewer pieces run than may, otherwise after waiting work of the same priority. */
  run<T>(priority: number, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        this.#running++;
        const begin = async () => work(); // work that throws synchronously rejects, too
        begin()
          .finally(() => {
            this.#running--;
            this.#next();
          })
          .then(resolve, reject);
      };
      this.#insert(priority, start);
      this.#next();
    });
  }

  /** Whether work of this priority, or a more important one, has to wait. */
  isWaiting(priority: number): boolean {
    const first = this.#waiting.at(-1);
    return first !== undefined && first.priority <= priority;
  }

  #insert(priority: number, start: () => void): void {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#waiting[middle] as Waiting).priority <= priority) high = middle;
      else low = middle + 1;
    }
    this.#waiting.splice(low, 0, { priority, start });
  }

  #next(): void {
    while (this.#running < this.#concurrency) {
      const next = this.#waiting.pop();
      if (!next) return;
      next.start();
    }
  }
}

/** The time between two rounds while the process is busy. */
const BUSY_MS = 100;

/**
 * Starts work that is not urgent a few pieces at a time, in its order, with a round of the event loop in between:
 * events that arrive meanwhile are served first, however much work waits.
 */
export class EventLoopTurns {
  readonly #aRound: number;
  readonly #isBusy: () => boolean;
  readonly #waiting: (() => void)[] = [];

  constructor(aRound: number, isBusy: () => boolean = () => false) {
    this.#aRound = aRound;
    this.#isBusy = isBusy;
  }

  next(): Promise<void> {
    return new Promise(resolve => {
      if (this.#waiting.push(resolve) === 1) this.#schedule();
    });
  }

  #schedule(): void {
    const begin = () => {
      for (const resolve of this.#waiting.splice(0, this.#aRound)) resolve();
      if (this.#waiting.length > 0) this.#schedule();
    };
    if (this.#isBusy()) setTimeout(begin, BUSY_MS);
    else setImmediate(begin);
  }
}

/** Does the work for each item in order, `concurrency` at a time. The first failure aborts the others and is thrown. */
export async function forEachLimit<T>(
  items: readonly T[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal, index: number) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waiting = items.entries();
  const place = async () => {
    for (const [index, item] of waiting) {
      throwIfAborted(either);
      await work(item, either, index);
    }
  };
  const places = Array.from({ length: Math.min(concurrency, items.length) }, place);
  try {
    await Promise.all(places);
  } finally {
    over.abort();
    await Promise.allSettled(places);
  }
}
