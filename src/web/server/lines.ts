const MAX_LINES = 8;

/** How many look on from each address, each on a line that stays open. */
export class Lines {
  readonly #open = new Map<string, number>();

  /** What it returns has to be called once, when the line is closed; undefined where there are too many. */
  take(visitor: string): (() => void) | undefined {
    if (this.#of(visitor) >= MAX_LINES) return undefined;
    this.#open.set(visitor, this.#of(visitor) + 1);
    return () => {
      const left = this.#of(visitor) - 1;
      if (left > 0) this.#open.set(visitor, left);
      else this.#open.delete(visitor);
    };
  }

  #of(visitor: string): number {
    return this.#open.get(visitor) ?? 0;
  }
}
