import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { FAULTS, type FaultCode } from '../base/fault.ts';
import { JOB_KINDS, type JobObserver, type Measurable } from '../service/jobs.ts';
import type { Status } from '../service/status.ts';

/** The instruments by which a process is measured. Of some the values are kept elsewhere, and read when asked for. */

export function showGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(read());
    },
  });
}

/** The same for a value that only grows. */
export function showCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    ...{ name, help, registers: [registry] },
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
class Rising<L extends string> {
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

/** Metrics of the engines and the cache, in the process that has the engines. */

export function measureEngines(registry: Registry): (status: Status) => void {
  const registers = [registry];
  const labelNames = ['engine'] as const;
  const gauge = (name: string, help: string) => new Gauge({ registers, name, help });
  const engineGauge = (name: string, help: string) => new Gauge({ registers, labelNames, name, help });
  const engineCounter = (name: string, help: string) => new Counter({ registers, labelNames, name, help });
  const all = engineGauge('kibitz_engines', 'Engines that may work at once');
  const busy = engineGauge('kibitz_engines_busy', 'Engines at work now');
  const busySeconds = engineCounter(
    'kibitz_engine_busy_seconds_total',
    'Time that engines have worked, of all together',
  );
  const failures = engineCounter(
    'kibitz_engine_failures_total',
    'Engines that have died, hung or talked nonsense, and were replaced',
  );
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

/** Metrics of jobs, in the process that asks for them. */

/** From the time of an answer from the cache to the longest time of a job. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
/** The kinds of jobs that are counted; parts of a review go from worker to worker and are not. */
const KINDS = JOB_KINDS.filter(kind => kind !== 'status' && kind !== 'stretch');
/** Faults with which no job ends. */
const ELSEWHERE: readonly FaultCode[] = [
  'lichess-failed',
  'lichess-refused',
  'rate-limited',
  'discord-failed',
  'store-failed',
  'too-large',
];
const RESULTS = ['done', ...FAULTS.filter(code => !ELSEWHERE.includes(code))] as const;

export function measureJobs(registry: Registry, measured: Pick<Measurable, 'health'>): JobObserver {
  const registers = [registry];
  for (const state of ['waiting', 'running'] as const)
    showGauge(
      registry,
      `kibitz_jobs_${state}`,
      `Jobs that are ${state} now`,
      () => measured.health().queue?.[state] ?? 0,
    );
  const of = { registers, labelNames: ['kind'] as const, buckets: SECONDS };
  const waited = new Histogram({ ...of, name: 'kibitz_job_wait_seconds', help: 'Time in line before a job was begun' });
  const ran = new Histogram({
    ...of,
    name: 'kibitz_job_run_seconds',
    help: 'Time from the beginning of a job to its end',
  });
  const jobs = new Counter({
    ...{ registers, name: 'kibitz_jobs_total', help: 'Jobs that have ended' },
    labelNames: ['kind', 'result'] as const,
  });
  // Counters start at 0, as Prometheus does not see the first increase of one that appears with it.
  for (const kind of KINDS) {
    waited.zero({ kind });
    ran.zero({ kind });
    for (const result of RESULTS) jobs.inc({ kind, result }, 0);
  }
  return {
    begun: (kind, waitedMs) => waited.observe({ kind }, waitedMs / 1000),
    ended: (kind, result, ranMs) => {
      jobs.inc({ kind, result });
      if (ranMs !== undefined) ran.observe({ kind }, ranMs / 1000);
    },
  };
}

/** Metrics of the traffic between this process and Discord and Lichess. */

/** Discord drops an interaction that is not acknowledged within three seconds. */
const ACKNOWLEDGE_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];
/** The status of a request without an answer. */
const NO_ANSWER = 'none';

/** The function that it returns is called for each acknowledged interaction, with the time that it took. */
export function measureDiscord(registry: Registry): (ms: number) => void {
  const seconds = new Histogram({
    ...{ registers: [registry], name: 'kibitz_interaction_acknowledge_seconds', buckets: ACKNOWLEDGE_SECONDS },
    help: 'Time from the arrival of an interaction until Discord has the acknowledgement',
  });
  return ms => seconds.observe(ms / 1000);
}

/** The function that it returns is called for each request to Lichess, with the status of the answer. */
export function measureLichess(registry: Registry): (status: number | undefined) => void {
  const requests = new Counter({
    ...{ registers: [registry], name: 'kibitz_lichess_requests_total', labelNames: ['status'] as const },
    help: 'Requests to Lichess, by the status of the answer; 429: there were too many',
  });
  for (const status of ['200', '429', NO_ANSWER]) requests.inc({ status }, 0);
  return status => requests.inc({ status: String(status ?? NO_ANSWER) });
}
