/** How many may begin before others have their turn: what both of two workers take at once. */
const AT_ONCE = 32;

/**
 * A job asks Maia hundreds of things in one breath. Begun all at once they would keep this process from hearing anything else
 * for a tenth of a second, a move on a running clock among it; so they begin a few at a time, in their order.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      for (const begin of this.#waiting.splice(0, AT_ONCE)) begin();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
