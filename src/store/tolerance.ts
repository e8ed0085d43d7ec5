import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';

/** On a full disk a write fails and the next may not: that is one piece of news, not many. */
const QUIET_MS = 10 * 60_000;

/**
 * For what is read and written beside an answer and not for it: where the store cannot do it, as on a full disk,
 * everything goes on. The log says so, and not again for a while.
 */
export class Tolerance {
  readonly #log: Logger;
  readonly #now: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Whether it was written. */
  write(use: () => void): boolean {
    return this.read(() => {
      use();
      return true;
    }, false);
  }

  read<T>(use: () => T, otherwise: T): T {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'store-failed') throw error;
      this.#tell(error);
      return otherwise;
    }
  }

  #tell({ message }: Fault): void {
    if (this.#now() < this.#toldAt + QUIET_MS) return;
    this.#toldAt = this.#now();
    this.#log.error(`${message} Answers go on; what cannot be kept is lost with this process.`);
  }
}
