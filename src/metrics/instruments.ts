import { Counter, Gauge, type Registry } from 'prom-client';

/** Numbers that are known elsewhere, and read when somebody wants to see them. */

interface Name {
  name: string;
  help: string;
}

export function showGauge(registry: Registry, name: Name, read: () => number): void {
  new Gauge({
    ...{ ...name, registers: [registry] },
    collect() {
      this.set(read());
    },
  });
}

/** Of what only grows. */
export function showCounter(registry: Registry, name: Name, read: () => number): void {
  new Counter({
    ...{ ...name, registers: [registry] },
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

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
