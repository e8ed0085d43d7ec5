import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { backoffMs } from '../base/backoff.ts';
import { Fault } from '../base/fault.ts';
import { startProcess } from '../base/process.ts';
import { type Capacity, capacityOf, placesFor } from './capacity.ts';
import { closing, Dispatcher } from './dispatcher.ts';
import type { QueueLimits } from './job-queue.ts';
import type {
  Job,
  JobKind,
  JobObserver,
  JobOf,
  JobOptions,
  JobResults,
  MeasurableService,
  PackedResult,
  ServiceHealth,
} from './jobs.ts';
import {
  type AnalysisSettings,
  analysisSettings,
  PULSE_MS,
  packedResult,
  type ToChild,
  type ToParent,
  unpackResult,
} from './protocol.ts';
import type { Status } from './status.ts';

export interface ForkedServiceOptions extends QueueLimits {
  settings: AnalysisSettings;
  log: Logger;
}

/** How long the child may send nothing, not even its pulse, before it counts as hanging. */
const SILENCE_MS = 15 * PULSE_MS;
/** A pause after a silence in which messages are read that came while this process itself slept or was busy. */
const LAST_CHANCE_MS = 1_000;
const GRACE_MS = 30_000;
/** How many starts in a row may fail before waiting jobs are refused. */
const START_ATTEMPTS = 3;

/** The analysis process as a forked child. When it dies it is started again, and waiting jobs keep waiting. */
export class ForkedService implements MeasurableService {
  readonly #options: ForkedServiceOptions;
  readonly #dispatcher: Dispatcher;
  readonly #capacity: Capacity;
  #child: ChildProcess | undefined;
  #ready = false;
  #starts = 0;
  #failures = 0;
  #problem: string | undefined;
  #heard = 0;
  #restart: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #gone: (() => void) | undefined;
  readonly #killChild = () => void this.#child?.kill('SIGKILL');

  constructor(options: ForkedServiceOptions) {
    this.#options = options;
    this.#capacity = capacityOf(placesFor(options.settings.engines));
    this.#dispatcher = new Dispatcher({
      ...options,
      executor: {
        capacity: () => (this.#ready ? this.#capacity : undefined),
        begin: ({ id, job, claim }) => this.#send({ type: 'run', id, job, claim }),
        cancel: ({ id }, { code, message }) => this.#send({ type: 'cancel', id, code, message }),
        wanted: () => {
          if (!this.#child && !this.#restart) this.#start();
        },
      },
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async run<K extends JobKind>(job: JobOf<K>, options: JobOptions = {}): Promise<JobResults[K]> {
    return unpackResult(await this.#dispatcher.run(job, options)) as JobResults[K];
  }

  async runPacked(job: Job, options: JobOptions = {}): Promise<Uint8Array> {
    return packedResult(await this.#dispatcher.run(job, options));
  }

  observe(observer: JobObserver): void {
    this.#dispatcher.observe(observer);
  }

  health(): ServiceHealth {
    return { queue: this.#dispatcher.counts, restarts: Math.max(0, this.#starts - 1), problem: this.#problem };
  }

  engines(signal: AbortSignal): Promise<Status> {
    return this.run({ kind: 'status' }, { signal });
  }

  #start(): void {
    this.#starts++;
    let child: ChildProcess;
    try {
      child = startProcess('./child', import.meta.url, {
        purpose: 'analysis',
        stdio: ['ignore', 2, 2, 'ipc'],
        serialization: 'advanced', // sends bytes as bytes, not as text
      });
    } catch (error) {
      this.#ended((error as Error).message);
      return;
    }
    this.#child = child;
    this.#ready = false;
    const ended = (how: string) => {
      if (child === this.#child) this.#ended(how);
    };
    child.on('message', (message: ToParent) => this.#receive(child, message));
    // A process that could not be started emits no `exit`.
    child.on('error', error => child.pid === undefined && ended(error.message));
    child.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
    process.once('exit', this.#killChild);
    this.#send({ type: 'start', settings: analysisSettings(this.#options.settings) });
    this.#listen(child);
  }

  /** Kills a child that sends nothing, not even its pulse. */
  #listen(child: ChildProcess): void {
    clearTimeout(this.#silence);
    const heard = ++this.#heard;
    const giveUp = () => {
      if (this.#heard !== heard || this.#child !== child) return;
      this.#options.log.error('the analysis process does not answer and is replaced');
      child.kill('SIGKILL');
    };
    this.#silence = setTimeout(() => setTimeout(giveUp, LAST_CHANCE_MS).unref(), SILENCE_MS).unref();
  }

  #send(message: ToChild): void {
    // A child that has just died gets no message; its jobs are handled at its `exit`, which comes next.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  #receive(child: ChildProcess, message: ToParent): void {
    if (child !== this.#child) return;
    this.#listen(child);
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#failures = 0;
        this.#problem = undefined;
        this.#dispatcher.dispatch();
        break;
      case 'progress':
        this.#dispatcher.tell(message.id, message.progress);
        break;
      case 'done':
        this.#dispatcher.done(message.id, this.#completed(message.result), message.engineMs);
        break;
      case 'failed':
        this.#dispatcher.failed(message.id, new Fault(message.code, message.message), message.engineMs);
        break;
      case 'retiring':
        this.#ready = false;
        break;
      case 'pulse':
        break;
    }
  }

  /** Adds the numbers of waiting and running jobs to a status, since the child does not know them. */
  #completed(result: PackedResult): PackedResult {
    const isStatus = !(result instanceof Uint8Array) && result.kind === 'status';
    return isStatus ? { ...result, queue: this.#dispatcher.counts } : result;
  }

  #ended(how: string): void {
    clearTimeout(this.#silence);
    process.removeListener('exit', this.#killChild);
    this.#child = undefined;
    this.#ready = false;
    if (this.#closing) {
      this.#dispatcher.refuseRunning(closing());
      this.#gone?.();
      return;
    }
    this.#failures++;
    const lost = this.#dispatcher.running;
    if (lost.length > 0 || this.#failures > 1)
      this.#options.log.warn({ how, jobs: lost.length }, 'the analysis process ended and is started again');
    this.#dispatcher.takeBack(lost, new Fault('crashed', `The analysis process died twice over this job (${how}).`));
    if (this.#failures >= START_ATTEMPTS) {
      this.#problem = `The analysis process does not start (${how}). Run "kibitz doctor".`;
      this.#dispatcher.refuseWaiting(new Fault('crashed', this.#problem));
    }
    this.#restart = setTimeout(
      () => {
        this.#restart = undefined;
        this.#dispatcher.dispatch();
      },
      backoffMs(this.#failures - 1),
    );
  }

  close(): Promise<void> {
    if (this.#closing) this.#killChild();
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#restart);
    this.#dispatcher.shut(closing());
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>(resolve => {
      this.#gone = resolve;
    });
    const grace = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    // With nothing running it ends at once; otherwise it finishes first.
    this.#send({ type: 'retire' });
    await gone;
    clearTimeout(grace);
  }
}
