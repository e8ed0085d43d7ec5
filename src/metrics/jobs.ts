import { Counter, Histogram, type Registry } from 'prom-client';
import { FAULTS, type FaultCode } from '../base/fault.ts';
import { JOB_KINDS } from '../service/jobs.ts';
import type { JobObserver, Measurable } from '../service/measurable.ts';
import { showGauge } from './instruments.ts';

/** Jobs, as they are seen where they are asked for. */

/** From an answer out of the cache to the longest that a job may take. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
/** What is asked for here; a worker's parts of a review are asked for elsewhere. */
const KINDS = JOB_KINDS.filter(kind => kind !== 'status' && kind !== 'stretch');
/** No job ends with these. */
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
      { name: `kibitz_jobs_${state}`, help: `Jobs that are ${state} now` },
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
  // A counter that is not there before its first count is not seen to grow by it.
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

/** What goes on between this process and Discord and Lichess. */

/** Discord gives a question up after three seconds. */
const ACKNOWLEDGE_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3];
/** Of a request that was not answered. */
const NO_ANSWER = 'none';

/** To be called for each question on Discord that was acknowledged, with how long that took. */
export function measureDiscord(registry: Registry): (ms: number) => void {
  const seconds = new Histogram({
    ...{ registers: [registry], name: 'kibitz_interaction_acknowledge_seconds', buckets: ACKNOWLEDGE_SECONDS },
    help: 'Time from the arrival of an interaction until Discord has the acknowledgement',
  });
  return ms => seconds.observe(ms / 1000);
}

/** To be called for each request, with the status of its answer. */
export function measureLichess(registry: Registry): (status: number | undefined) => void {
  const requests = new Counter({
    ...{ registers: [registry], name: 'kibitz_lichess_requests_total', labelNames: ['status'] as const },
    help: 'Requests to Lichess, by the status of the answer; 429: there were too many',
  });
  for (const status of ['200', '429', NO_ANSWER]) requests.inc({ status }, 0);
  return status => requests.inc({ status: String(status ?? NO_ANSWER) });
}
