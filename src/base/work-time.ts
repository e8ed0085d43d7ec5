/** How long has been worked for one job, by all engines together; work under way is counted up to now. */
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

  /** Work begins. What this returns ends it, once; its time is what has passed since, unless `ms` is given. */
  begin(): (ms?: number) => void {
    const work = { since: performance.now() };
    this.#under.add(work);
    return ms => {
      if (this.#under.delete(work)) this.add(ms ?? performance.now() - work.since);
    };
  }
}
