import { throwIfAborted } from './fault.ts';

interface Waiting {
  priority: number;
  start: () => void;
}

/** Runs work in order of priority (lowest number first), so many pieces at a time. */
export class Limiter {
  readonly #concurrency: number;
  /** First to run last. */
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** Begins at once where there is room; behind its equals otherwise. */
  run<T>(priority: number, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        this.#running++;
        const begin = async () => work(); // what throws at once rejects as well
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

/** While the process is busy a turn still comes this often. */
const BUSY_MS = 100;

/**
 * Lets work that need not be done at once begin a few at a time, in its order, with a round of the event loop in
 * between: however much waits, what has come in meanwhile is served first.
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

/** Does the work for each item, so many at a time, in their order. The first failure ends the others and is thrown. */
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
