/** The time that all engines together have worked for one job; work that is under way is counted up to now. */
export class WorkTime {
  #ms = 0;
  readonly #under = new Set<{ since: number }>();

  get ms(): number {
    const now = performance.now();
    return [...this.#under].reduce((sum, { since }) => sum + now - since, this.#ms);
  }

  add(ms: number): void {
    this.#ms += ms;
  }

  /** Begins a piece of work and returns a function that ends it: it has taken `ms`, or the time that has passed. */
  begin(): (ms?: number) => void {
    const work = { since: performance.now() };
    this.#under.add(work);
    return ms => {
      if (this.#under.delete(work)) this.add(ms ?? performance.now() - work.since);
    };
  }
}
