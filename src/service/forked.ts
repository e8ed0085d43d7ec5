import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { backoffMs } from '../engine/backoff.ts';
import { deferred } from '../engine/deferred.ts';
import { startProcess } from '../engine/entry.ts';
import { Fault, throwIfAborted } from '../engine/fault.ts';
import type { Claim } from '../engine/queue.ts';
import {
  type AnalysisService,
  checkJob,
  type JobKind,
  type JobOf,
  type JobOptions,
  type JobResult,
  type JobResults,
  type Progress,
} from './jobs.ts';
import { Line, type LineLimits, type Task, taskKey, type Waiter } from './line.ts';
import { PULSE_MS, type ToChild, type ToParent } from './protocol.ts';
import type { AnalysisSettings } from './settings.ts';

export interface ForkedServiceOptions extends LineLimits {
  settings: AnalysisSettings;
  log: Logger;
}

const ATTEMPTS = 2;
const DEFAULT_DEADLINE_MS = 15 * 60_000;
/** What a timer can hold; more is no deadline at all. */
const MAX_DEADLINE_MS = 2 ** 31 - 1;
/** Moves on a running clock start beside whatever else runs, up to here. */
const MAX_MOVES = 32;
/** How long the child may say nothing, not even its pulse, before it counts as hanging. */
const SILENCE_MS = 15 * PULSE_MS;
/** After a silence: if this process slept or was busy itself, what the child said meanwhile is read first. */
const LAST_CHANCE_MS = 1_000;
const GRACE_MS = 30_000;
/** Starts in a row that may fail before waiting jobs are told. */
const START_ATTEMPTS = 3;

/**
 * The analysis process as a forked child. The line of jobs is on this side, so that nothing is lost when the child dies:
 * it is started again, waiting jobs go on, running ones are tried once more.
 */
export class ForkedService implements AnalysisService {
  readonly #options: ForkedServiceOptions;
  readonly #line: Line;
  readonly #running = new Map<number, Task>();
  #child: ChildProcess | undefined;
  #ready = false;
  #failures = 0;
  #heard = 0;
  #restart: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #gone: (() => void) | undefined;
  readonly #killChild = () => void this.#child?.kill('SIGKILL');

  constructor(options: ForkedServiceOptions) {
    this.#options = options;
    this.#line = new Line(options);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async run<K extends JobKind>(job: JobOf<K>, options: JobOptions = {}): Promise<JobResults[K]> {
    checkJob(job);
    const { signal, deadlineMs = DEFAULT_DEADLINE_MS, onProgress = () => undefined } = options;
    if (this.#closing) throw closing();
    throwIfAborted(signal);
    const claim = claimOf(job.kind, options);
    // What runs already is not run twice; what waits keeps its place among its owner's.
    const task = this.#twinOf(taskKey(job, claim)) ?? this.#line.join(job, claim);
    const late = new AbortController();
    const seconds = Math.round(deadlineMs / 1000);
    const tooLong = new Fault('deadline', `This took longer than the ${seconds} s allowed and was stopped.`);
    const timer = setTimeout(() => late.abort(tooLong), Math.min(deadlineMs, MAX_DEADLINE_MS));
    const end = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const waiter: Waiter = { answer: deferred(end, fault => this.#leave(task, waiter, fault)), onProgress };
    task.waiters.add(waiter);
    if (task.position > 0) this.#tell([waiter], { kind: 'queued', position: task.position });
    try {
      this.#dispatch();
      return (await waiter.answer.promise) as JobResults[K];
    } finally {
      clearTimeout(timer);
    }
  }

  #twinOf(key: string): Task | undefined {
    for (const task of this.#running.values()) if (task.key === key && task.waiters.size > 0) return task;
    return undefined;
  }

  #leave(task: Task, waiter: Waiter, { code, message }: Fault): void {
    // It may have been joined to a twin since, which may wait again since its process died.
    const holder =
      [task, ...this.#running.values()].find(({ waiters }) => waiters.has(waiter)) ?? this.#line.holderOf(waiter);
    holder?.waiters.delete(waiter);
    if (!holder || holder.waiters.size > 0) return;
    if (this.#running.has(holder.id)) this.#send({ type: 'cancel', id: holder.id, code, message });
    else this.#line.remove(holder);
    this.#tellPositions();
  }

  /**
   * A job may start if there is room: two for each engine, so that engines stay busy while jobs wait for Maia, and one
   * more. That one is never the same owner's: a newcomer starts at once, and the engines' own queue shares them fairly.
   */
  #whoMayStart(): (task: Task) => boolean {
    const running = [...this.#running.values()].filter(({ job }) => job.kind !== 'status');
    const moves = running.filter(({ claim }) => claim.priority === 'move').length;
    const perOwner = 2 * this.#options.settings.engines;
    const hasRoom = running.length - moves <= perOwner;
    const own = (owner: string) => running.filter(({ claim }) => claim.owner === owner).length;
    return ({ job, claim }) => {
      if (job.kind === 'status') return true;
      if (claim.priority === 'move') return moves < MAX_MOVES;
      return hasRoom && own(claim.owner) < perOwner;
    };
  }

  #dispatch(): void {
    if (this.#line.size > 0 && !this.#child && !this.#restart) this.#start();
    while (this.#ready) {
      const task = this.#line.take(this.#whoMayStart());
      if (!task) break;
      task.position = 0;
      const twin = this.#twinOf(task.key);
      if (twin) {
        for (const waiter of task.waiters) twin.waiters.add(waiter);
        task.waiters.clear();
        continue;
      }
      task.attempts++;
      this.#running.set(task.id, task);
      this.#send({ type: 'run', id: task.id, job: task.job, claim: task.claim });
    }
    this.#tellPositions();
  }

  #tellPositions(): void {
    for (const { waiters, position } of this.#line.moved()) this.#tell(waiters, { kind: 'queued', position });
  }

  #tell(waiters: Iterable<Waiter>, progress: Progress): void {
    for (const { onProgress } of [...waiters]) {
      try {
        onProgress(progress);
      } catch (error) {
        // One listener's bug is not everybody's.
        this.#options.log.error(error, 'a progress listener failed');
      }
    }
  }

  #start(): void {
    let child: ChildProcess;
    try {
      child = startProcess('./child', import.meta.url, { stdio: ['ignore', 2, 2, 'ipc'] });
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
    // One that could not be started has no `exit`.
    child.on('error', error => child.pid === undefined && ended(error.message));
    child.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
    process.once('exit', this.#killChild);
    this.#send({ type: 'start', settings: this.#options.settings });
    this.#listen(child);
  }

  /** A child that says nothing, not even its pulse, hangs. */
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
    // A child that has just died cannot be told; its `exit` comes next and sees to its jobs.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  #receive(child: ChildProcess, message: ToParent): void {
    if (child !== this.#child) return;
    this.#listen(child);
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#failures = 0;
        this.#dispatch();
        break;
      case 'progress': {
        const task = this.#running.get(message.id);
        if (task) this.#tell(task.waiters, message.progress);
        break;
      }
      case 'done':
        this.#finish(message.id, waiter => waiter.answer.resolve(this.#completed(message.result)));
        break;
      case 'failed':
        this.#finish(message.id, waiter => waiter.answer.reject(new Fault(message.code, message.message)));
        break;
      case 'retiring':
        this.#ready = false;
        break;
      case 'pulse':
        break;
    }
  }

  /** The child does not know who waits. */
  #completed(result: JobResult): JobResult {
    if (result.kind !== 'status') return result;
    const running = [...this.#running.values()].filter(({ job }) => job.kind !== 'status').length;
    return { ...result, queue: { running, waiting: this.#line.size } };
  }

  #finish(id: number, settle: (waiter: Waiter) => void): void {
    const task = this.#running.get(id);
    if (!task) return;
    this.#running.delete(id);
    for (const waiter of task.waiters) settle(waiter);
    this.#dispatch();
  }

  #ended(how: string): void {
    clearTimeout(this.#silence);
    process.removeListener('exit', this.#killChild);
    this.#child = undefined;
    this.#ready = false;
    const lost = [...this.#running.values()];
    this.#running.clear();
    if (this.#closing) {
      for (const task of lost) refuse(task, closing());
      this.#gone?.();
      return;
    }
    this.#failures++;
    if (lost.length > 0 || this.#failures > 1)
      this.#options.log.warn({ how, jobs: lost.length }, 'the analysis process ended and is started again');
    for (const task of lost.reverse()) this.#retry(task, how);
    if (this.#failures >= START_ATTEMPTS)
      this.#line.clear(new Fault('crashed', `The analysis process does not start (${how}). Run "kibitz doctor".`));
    this.#restart = setTimeout(
      () => {
        this.#restart = undefined;
        this.#dispatch();
      },
      backoffMs(this.#failures - 1),
    );
  }

  #retry(task: Task, how: string): void {
    if (task.waiters.size === 0) return;
    if (task.attempts < ATTEMPTS) this.#line.putBack(task);
    else refuse(task, new Fault('crashed', `The analysis process died twice over this job (${how}).`));
  }

  close(): Promise<void> {
    if (this.#closing) this.#killChild();
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#restart);
    this.#line.clear(closing());
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

/** How the process is doing is told at once, whatever waits. */
function claimOf(kind: JobKind, { priority = 'interactive', owner = 'local' }: JobOptions): Claim {
  return kind === 'status' ? { priority: 'move', owner: 'status' } : { priority, owner };
}

function refuse({ waiters }: Task, fault: Fault): void {
  for (const waiter of waiters) waiter.answer.reject(fault);
}

const closing = () => new Fault('closing', 'Kibitz is shutting down; please ask again later.');
