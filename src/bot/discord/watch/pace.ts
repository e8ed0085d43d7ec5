import type { Clock } from '../../../base/clock.ts';

interface PaceOptions<T> {
  clock: Clock;
  /** Between the end of one writing and the beginning of the next. */
  everyMs: number;
  /** Whether it is written; what is not is tried again later, unless there is something newer. */
  write: (value: T) => Promise<boolean>;
  signal: AbortSignal;
}

/** Writes the newest of what it is given, never sooner than it may. The last is always written. */
export class Pace<T> {
  readonly #options: PaceOptions<T>;
  #newest: { value: T } | undefined;
  #mayWriteAt: number;
  #failures = 0;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();

  /** `pauseMs` is for whoever does not know when something was written last. */
  constructor(options: PaceOptions<T>, pauseMs = 0) {
    this.#options = options;
    this.#mayWriteAt = options.clock.now() + pauseMs;
  }

  show(value: T): void {
    this.#newest = { value };
    if (!this.#isRunning) this.#run = this.#writeAll();
  }

  /** Done when everything so far is written, or nobody wants it any more. */
  async settled(): Promise<void> {
    while (this.#isRunning) await this.#run;
  }

  async #writeAll(): Promise<void> {
    this.#isRunning = true;
    // Nothing may come between the last look for something new and the end of this: it would be overlooked.
    while (this.#newest && (await this.#writeNewest()));
    this.#isRunning = false;
  }

  /** Whether to go on. */
  async #writeNewest(): Promise<boolean> {
    const { clock, everyMs, write, signal } = this.#options;
    const wait = this.#mayWriteAt - clock.now();
    if (wait > 0) await clock.sleep(wait, signal).catch(() => undefined);
    const newest = this.#newest;
    if (signal.aborted || !newest) return false;
    this.#newest = undefined;
    const isWritten = await write(newest.value);
    if (!isWritten) this.#newest ??= newest;
    this.#failures = isWritten ? 0 : this.#failures + 1;
    this.#mayWriteAt = clock.now() + everyMs * Math.min(MAX_FACTOR, 2 ** this.#failures);
    return true;
  }
}

/** What cannot be written is tried ever more rarely, up to every minute for edits. */
const MAX_FACTOR = 20;
