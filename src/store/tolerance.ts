import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';

/** How often failures are logged: on a full disk some writes fail and others do not, again and again. */
const QUIET_MS = 10 * 60_000;

/**
 * Reads and writes that an answer does not depend on. If the store fails, as on a full disk, everything goes on; the
 * failure is logged, and further ones only after a while.
 */
export class Tolerance {
  readonly #log: Logger;
  readonly #now: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Tries to write; true if it was written. */
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
