import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { cancelled, Fault, toFault } from '../../base/fault.ts';
import { Throttle } from '../../base/throttle.ts';
import type { AnalysisService, Meter, Progress } from '../../service/jobs.ts';
import type { Ticket } from '../../service/quota.ts';
import { DAY_MS, type Reports, VISITORS } from '../../store/reports.ts';
import type { RunEvent } from '../protocol.ts';
import { isNews, progressOf, sayFault } from './messages.ts';
import { HEADERS } from './responses.ts';
import type { RunAgain } from './run-again.ts';

/** One of the things that a run has said, by its number. */
type NumberedEvent = RunEvent & { id: number };

export interface RunTiming {
  /** How long a run goes on while no page listens. */
  patienceMs: number;
  /** How long it is known after its end how it ended. */
  memoryMs: number;
  /** So that nothing on the way takes a silent line for a dead one. */
  heartbeatMs: number;
}

export const RUN_TIMING: RunTiming = { patienceMs: 60_000, memoryMs: 5 * 60_000, heartbeatMs: 15_000 };

const ID_BYTES = 16;
/** More pages than one visitor has open on one run; one more closes the oldest stream. */
const MAX_STREAMS = 4;
/** After which a browser comes back by itself. */
const RETRY_MS = 1_000;

/**
 * A question that is being answered while pages listen. When the last stream breaks, the run goes on for a while, and a
 * page that comes back hears the latest event; if none comes back, the run is cancelled.
 */
class Run {
  /** A secret: it is all that is needed to listen and to cancel. */
  readonly id = randomBytes(ID_BYTES).toString('base64url');
  readonly #timing: RunTiming;
  /** Of the pages that listen, the oldest first. */
  readonly #streams = new Set<ServerResponse>();
  readonly #abort = new AbortController();
  #latest: NumberedEvent | undefined;
  #isOver = false;
  #alone: NodeJS.Timeout | undefined;

  constructor(timing: RunTiming) {
    this.#timing = timing;
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  say(event: RunEvent): void {
    if (this.#isOver) return;
    this.#latest = { ...event, id: (this.#latest?.id ?? 0) + 1 };
    for (const stream of this.#streams) send(stream, this.#latest);
    if (event.name === 'progress') return;
    this.#isOver = true;
    clearTimeout(this.#alone);
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  /**
   * Says it as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Begins with the
   * latest, unless the page has heard that.
   */
  stream(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, {
      ...HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would wait until it has a few kilobytes.
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    // A page that has not read everything before the next heartbeat is taken for gone.
    const beat = setInterval(() => {
      if (response.writableNeedDrain) response.destroy();
      else response.write(':\n\n');
    }, this.#timing.heartbeatMs).unref();
    response.on('close', () => {
      clearInterval(beat);
      if (this.#streams.delete(response) && this.#streams.size === 0 && !this.#isOver) this.#wait();
    });
    const heard = Number(request.headers['last-event-id'] ?? 0) || 0;
    if (this.#latest && this.#latest.id > heard) send(response, this.#latest);
    if (this.#isOver) return void response.end();
    clearTimeout(this.#alone);
    this.#streams.add(response);
    const [oldest] = this.#streams;
    if (oldest && this.#streams.size > MAX_STREAMS) {
      this.#streams.delete(oldest);
      oldest.end();
    }
  }

  cancel(fault: Fault = cancelled()): void {
    this.#abort.abort(fault);
  }

  #wait(): void {
    this.#alone = setTimeout(() => this.cancel(), this.#timing.patienceMs).unref();
  }
}

/** A page that reads too slowly gets fewer events, and nothing piles up. */
function send(stream: ServerResponse, { id, name, data }: NumberedEvent): void {
  if (name === 'progress' && stream.writableNeedDrain) return;
  stream.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const DEADLINE_MS = 30 * 60_000;
const PROGRESS_EVERY_MS = 200;
/** Visitors are anonymous and may be many: requests from Discord come first. */
const PRIORITY = 'background';
/** For so long the same question has the same report; after that a newer engine may know better. */
const SAME_REPORT_MS = DAY_MS;

interface RunsOptions {
  service: AnalysisService;
  reports: Pick<Reports, 'putPacked' | 'answerTo'>;
  log: Logger;
  timing: RunTiming;
}

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
    const { timing } = this.#options;
    const run = new Run(timing);
    let refused: Fault | undefined;
    const ended = this.#answer(again, { owner: visitor, meter: ticket.meter }, run)
      .catch(error => {
        refused = toFault(error);
        this.#fail(run, refused);
      })
      .finally(() => {
        ticket.end(refused);
        setTimeout(() => this.#runs.delete(run.id), timing.memoryMs).unref();
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
    if (before !== undefined) return run.say({ name: 'done', data: { report: before } });
    const started = performance.now();
    const say = (progress: Progress) =>
      run.say({ name: 'progress', data: progressOf(progress, performance.now() - started) });
    const told = new Throttle({ pass: say, intervalMs: PROGRESS_EVERY_MS });
    const options = {
      ...asker,
      signal: run.signal,
      deadlineMs: DEADLINE_MS,
      onProgress: (progress: Progress) => told.push(progress),
    };
    try {
      const report = await service.runPacked(job, { ...options, priority: PRIORITY });
      // Several visitors may have asked it at the same time.
      const kept = known() ?? reports.putPacked(report, { owner: VISITORS, kind, question });
      run.say({ name: 'done', data: { report: kept } });
    } finally {
      told.stop();
    }
  }

  #fail(run: Run, fault: Fault): void {
    if (isNews(fault)) this.#options.log.error(fault, 'a run for a visitor failed');
    run.say({ name: 'failed', data: { message: sayFault(fault) } });
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
