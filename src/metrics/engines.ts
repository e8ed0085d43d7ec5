import { Counter, Gauge, type Registry } from 'prom-client';
import type { Status } from '../service/status.ts';
import { Rising } from './instruments.ts';

/** Metrics of the engines and the cache, in the process that has the engines. */

const LABELS = ['engine'] as const;

export function measureEngines(registry: Registry): (status: Status) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ registers, name, help });
  const all = new Gauge({
    registers,
    labelNames: LABELS,
    name: 'kibitz_engines',
    help: 'Engines that may work at once',
  });
  const busy = new Gauge({ registers, labelNames: LABELS, name: 'kibitz_engines_busy', help: 'Engines at work now' });
  const busySeconds = new Counter({
    ...{ registers, labelNames: LABELS, name: 'kibitz_engine_busy_seconds_total' },
    help: 'Time that engines have worked, of all together',
  });
  const failures = new Counter({
    ...{ registers, labelNames: LABELS, name: 'kibitz_engine_failures_total' },
    help: 'Engines that have died, hung or talked nonsense, and were replaced',
  });
  const engines = (['stockfish', 'maia'] as const).map(engine => ({
    ...{ engine, seconds: new Rising(busySeconds, { engine }), failures: new Rising(failures, { engine }) },
  }));
  const hits = new Rising(
    new Counter({ registers, name: 'kibitz_cache_hits_total', help: 'Answers that were remembered' }),
  );
  const misses = new Rising(
    new Counter({ registers, name: 'kibitz_cache_misses_total', help: 'Answers that were not remembered' }),
  );
  const entries = gauge('kibitz_cache_entries', 'Answers in the cache');
  const bytes = gauge('kibitz_cache_bytes', 'What the answers in the cache take');
  return status => {
    const { pid, cache, stockfish, maia } = status;
    all.set({ engine: 'stockfish' }, stockfish.engines);
    all.set({ engine: 'maia' }, maia.workers);
    for (const { engine, seconds, failures } of engines) {
      busy.set({ engine }, status[engine].busy);
      seconds.follow(pid, status[engine].busyMs / 1000);
      failures.follow(pid, status[engine].failures);
    }
    hits.follow(pid, cache.hits);
    misses.follow(pid, cache.misses);
    entries.set(cache.entries);
    bytes.set(cache.bytes);
  };
}
