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
