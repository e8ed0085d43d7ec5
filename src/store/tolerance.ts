import type { Logger } from 'pino';
import { Fault } from '../engine/fault.ts';

/**
 * For what is read and written beside an answer and not for it: where the store cannot do it, as on a full disk,
 * everything goes on. The log says so once, until something can be written again.
 */
export class Tolerance {
  readonly #log: Logger;
  #isFailing = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Whether it was written. */
  write(use: () => void): boolean {
    const isWritten = this.read(() => {
      use();
      return true;
    }, false);
    if (isWritten && this.#isFailing) {
      this.#isFailing = false;
      this.#log.warn('the store can be written again');
    }
    return isWritten;
  }

  read<T>(use: () => T, otherwise: T): T {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'store-failed') throw error;
      if (!this.#isFailing)
        this.#log.error(`${error.message} Answers go on; what cannot be kept is lost with this process.`);
      this.#isFailing = true;
      return otherwise;
    }
  }
}
