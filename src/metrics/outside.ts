import { Counter, Histogram, type Registry } from 'prom-client';

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
