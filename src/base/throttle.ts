import { CLOCK, type Clock } from './clock.ts';

interface ThrottleOptions<T> {
  /** Passes on a value. If it returns `false`, the value is tried again later, unless there is a newer one. */
  pass: (value: T) => unknown;
  /** The pause between the end of one pass and the beginning of the next. */
  intervalMs: number;
  /** The pause before the first pass. */
  firstMs?: number;
  clock?: Clock;
  /** Stops the throttle when it is aborted. */
  signal?: AbortSignal;
}

/** After failures the interval doubles up to this factor: an edit every three seconds is then tried every minute. */
const MAX_FACTOR = 20;

/** Passes on the newest of the values that it is given, at most once in each interval, and always the last one. */
export class Throttle<T> {
  readonly #options: ThrottleOptions<T>;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #newest: { value: T } | undefined;
  #mayPassAt: number;
  #failures = 0;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();

  constructor(options: ThrottleOptions<T>) {
    const { clock = CLOCK, firstMs = 0, signal } = options;
    this.#options = options;
    this.#clock = clock;
    this.#signal = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    this.#mayPassAt = clock.now() + firstMs;
  }

  push(value: T): void {
    if (this.#signal.aborted) return;
    this.#newest = { value };
    if (!this.#isRunning) this.#run = this.#passAll();
  }

  /** Resolves when all values so far are passed on, or when it is stopped and no pass is under way. */
  async settled(): Promise<void> {
    while (this.#isRunning) await this.#run;
  }

  /** Passes on the newest value at once, or drops it, and takes no more. */
  stop(last: 'pass' | 'drop' = 'drop'): void {
    const newest = this.#newest;
    this.#newest = undefined;
    this.#stop.abort();
    if (newest && last === 'pass') this.#options.pass(newest.value);
  }

  async #passAll(): Promise<void> {
    this.#isRunning = true;
    // No await between the last check of #newest and the end of the loop: a value pushed meanwhile would be missed.
    while (this.#newest && (await this.#passNewest()));
    this.#isRunning = false;
  }

  /** Resolves with whether there may be more to pass. */
  async #passNewest(): Promise<boolean> {
    const wait = this.#mayPassAt - this.#clock.now();
    if (wait > 0) await this.#clock.sleep(wait, this.#signal).catch(() => undefined); // stopped
    const newest = this.#newest;
    if (this.#signal.aborted || !newest) return false;
    this.#newest = undefined;
    const isPassed = (await this.#options.pass(newest.value)) !== false;
    if (!isPassed) this.#newest ??= newest;
    this.#failures = isPassed ? 0 : this.#failures + 1;
    this.#mayPassAt = this.#clock.now() + this.#options.intervalMs * Math.min(MAX_FACTOR, 2 ** this.#failures);
    return true;
  }
}
