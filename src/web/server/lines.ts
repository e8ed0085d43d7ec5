/** How many of a thing each address has open at the same time: connections, requests, streams of a run. */
export class Lines {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What it returns has to be called once, when the line is closed; undefined where there are too many. */
  take(visitor: string): (() => void) | undefined {
    if (this.#of(visitor) >= this.#most) return undefined;
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
