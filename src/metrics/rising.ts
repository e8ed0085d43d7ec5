import type { Counter } from 'prom-client';

/**
 * A counter that follows what somebody else has counted, and never falls: whoever counts may have been started anew, and
 * begins at nothing then; or takes something back for a moment.
 */
export class Rising<L extends string> {
  readonly #counter: Counter<L>;
  readonly #labels: Partial<Record<L, string>>;
  #source: unknown;
  #last = 0;

  constructor(counter: Counter<L>, labels: Partial<Record<L, string>> = {}) {
    this.#counter = counter;
    this.#labels = labels;
    counter.inc(labels, 0);
  }

  /** `source` says who has counted: another one has begun at nothing. */
  follow(source: unknown, count: number): void {
    if (source !== this.#source) this.#last = 0;
    this.#source = source;
    if (count <= this.#last) return;
    this.#counter.inc(this.#labels, count - this.#last);
    this.#last = count;
  }
}
