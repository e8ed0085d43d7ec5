import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics whose values are kept elsewhere and read when the metrics are asked for. */

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

/** The same for a value that only grows. */
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
 * A counter that follows a count kept elsewhere, and never falls: that count begins at 0 again after a restart, and may
 * fall for a moment.
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

  /** `source` is the object that counts: a new one has begun at 0. */
  follow(source: unknown, count: number): void {
    if (source !== this.#source) this.#last = 0;
    this.#source = source;
    if (count <= this.#last) return;
    this.#counter.inc(this.#labels, count - this.#last);
    this.#last = count;
  }
}
