import { onTestFinished } from 'vitest';
import { Measures } from '../../src/metrics/measures.ts';
import type { Measurable } from '../../src/service/jobs.ts';
import type { Status } from '../../src/service/status.ts';
import { countsIn, type Family, parseExposition } from './exposition.ts';
import { silent } from './settings.ts';

const openMeasures = () => new Measures({ version: '1.2.3', log: silent });

/** The measures of a test, closed with it. */
export function makeMeasures(): Measures {
  const measures = openMeasures();
  onTestFinished(() => measures.close());
  return measures;
}

interface Scraper {
  scrape(): Promise<Map<string, Family>>;
}

/** Each time it is asked, nothing that counts may have fallen. */
export function scraperOf(measures: Measures): Scraper {
  let before = new Map<string, number>();
  return {
    scrape: async () => {
      const families = parseExposition((await measures.metrics()).text);
      const after = countsIn(families);
      for (const [key, count] of before)
        if ((after.get(key) ?? -1) < count) throw new Error(`${key} has fallen from ${count} to ${after.get(key)}`);
      before = after;
      return families;
    },
  };
}

/** Of a process that has both engines. */
export const someStatus: Status = {
  ...{ kind: 'status', version: 1, pid: 1, uptimeMs: 1, queue: null },
  stockfish: {
    ...{ source: 'configured', path: '/stockfish', fingerprint: 'x', problem: null },
    ...{ engines: 4, busy: 3, busyMs: 2500, failures: 1, pids: [] },
  },
  maia: { model: 'maia3-5m', loaded: true, workers: 2, busy: 1, busyMs: 500, failures: 0, pids: [] },
  cache: { path: '/cache', problem: null, entries: 10, bytes: 1000, hits: 7, misses: 5 },
};

/** Somebody who has everything that can be measured. */
export const everything: Measurable = {
  health: () => ({
    ...{ queue: { running: 1, waiting: 2 }, redis: { up: true, workers: 3 }, restarts: 4 },
    problem: undefined,
  }),
  observe: () => undefined,
  engines: async () => someStatus,
};

/** A process that is everything at once. */
export function allMeasures(measures = openMeasures()): Measures {
  measures.watch(everything, { games: () => 2 });
  measures.acknowledged(120);
  measures.lichessAnswered(200);
  return measures;
}
