import type { Logger } from 'pino';
import { Fault, toFault } from '../../base/fault.ts';
import { Throttle } from '../../base/throttle.ts';
import type { AnalysisService, Meter, Progress } from '../../service/jobs.ts';
import type { Ticket } from '../../service/quota.ts';
import { DAY_MS, type Reports, VISITORS } from '../../store/reports.ts';
import { isNews, progressOf, sayFault } from './messages.ts';
import { Run } from './run.ts';
import type { RunAgain } from './run-again.ts';

interface RunsOptions {
  service: AnalysisService;
  reports: Pick<Reports, 'putPacked' | 'answerTo'>;
  log: Logger;
  timing: RunTiming;
}

export interface RunTiming {
  /** How long a run goes on while no page listens. */
  patienceMs: number;
  /** How long it is known after its end how it ended. */
  memoryMs: number;
  /** So that nothing on the way takes a silent line for a dead one. */
  heartbeatMs: number;
}

export const RUN_TIMING: RunTiming = { patienceMs: 60_000, memoryMs: 5 * 60_000, heartbeatMs: 15_000 };

export const DEADLINE_MS = 30 * 60_000;
const PROGRESS_EVERY_MS = 200;
/** Visitors are anonymous and may be many: requests from Discord come first. */
const PRIORITY = 'background';
/** For so long the same question has the same report; after that a newer engine may know better. */
const SAME_REPORT_MS = DAY_MS;

/** Everything that visitors have running. */
export class VisitorRuns {
  readonly #options: RunsOptions;
  readonly #runs = new Map<string, Run>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  find(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  /** The ticket ends with the run. Throws what the service has against it from the start. */
  async begin(again: RunAgain, visitor: string, ticket: Ticket): Promise<Run> {
    const { patienceMs, memoryMs } = this.#options.timing;
    const run = new Run(patienceMs);
    let refused: Fault | undefined;
    const ended = this.#answer(again, { owner: visitor, meter: ticket.meter }, run)
      .catch(error => {
        refused = toFault(error);
        this.#fail(run, refused);
      })
      .finally(() => {
        ticket.end(refused);
        setTimeout(() => this.#runs.delete(run.id), memoryMs).unref();
      });
    // What is refused is refused at once.
    await Promise.race([ended, new Promise(resolve => setImmediate(resolve))]);
    if (refused) throw refused;
    this.#runs.set(run.id, run);
    return run;
  }

  async #answer({ job, kind, question }: RunAgain, asker: { owner: string; meter: Meter }, run: Run): Promise<void> {
    const { service, reports } = this.#options;
    const known = () => reports.answerTo({ kind, question }, SAME_REPORT_MS);
    const before = known();
    if (before !== undefined) return run.say({ done: { report: before } });
    const started = performance.now();
    const say = (progress: Progress) => run.say({ progress: progressOf(progress, performance.now() - started) });
    const told = new Throttle({ pass: say, intervalMs: PROGRESS_EVERY_MS });
    const options = {
      ...asker,
      signal: run.signal,
      deadlineMs: DEADLINE_MS,
      onProgress: (progress: Progress) => told.push(progress),
    };
    try {
      const report = await service.runPacked(job, { ...options, priority: PRIORITY });
      told.stop();
      // Several visitors may have asked it at the same time.
      run.say({ done: { report: known() ?? reports.putPacked(report, { owner: VISITORS, kind, question }) } });
    } finally {
      told.stop();
    }
  }

  #fail(run: Run, fault: Fault): void {
    if (isNews(fault)) this.#options.log.error(fault, 'a run for a visitor failed');
    run.say({ failed: { message: sayFault(fault) } });
  }

  /** Cancels all runs; the pages that listen are told. */
  close(): void {
    const closing = new Fault('closing', 'Kibitz is shutting down.');
    for (const run of this.#runs.values()) {
      run.cancel(closing);
      this.#fail(run, closing);
    }
    this.#runs.clear();
  }
}
