import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import { type Deferred, deferred } from '../engine/deferred.ts';
import { startProcess } from '../engine/entry.ts';
import { Fault, throwIfAborted } from '../engine/fault.ts';
import { backoffMs } from '../engine/pool.ts';
import { type Claim, FairQueue, PRIORITIES, type Priority } from '../engine/queue.ts';
import {
  type AnalysisService,
  checkJob,
  type Job,
  type JobKind,
  type JobOf,
  type JobOptions,
  type JobResult,
  type JobResults,
  jobKey,
  type Progress,
} from './jobs.ts';
import { PULSE_MS, type ToChild, type ToParent } from './protocol.ts';
import type { AnalysisSettings } from './settings.ts';

export interface QueueLimits {
  maxWaiting: number;
  maxWaitingPerOwner: number;
}

export interface ForkedServiceOptions extends QueueLimits {
  settings: AnalysisSettings;
  log: Logger;
  /** How long the child may say nothing, not even its pulse, before it counts as hanging. */
  silenceMs?: number;
}

/** One piece of work, and everyone who waits for its answer. */
interface Task {
  id: number;
  key: string;
  job: Job;
  claim: Claim;
  attempts: number;
  running: boolean;
  /** In line, as last told; 0 before that. */
  position: number;
  waiters: Set<Waiter>;
}

interface Waiter {
  answer: Deferred<JobResult>;
  onProgress: (progress: Progress) => void;
}

const ATTEMPTS = 2;
const DEFAULT_DEADLINE_MS = 15 * 60_000;
/** Moves on a running clock start beside whatever runs, up to here. */
const MAX_RUNNING = 32;
const DEFAULT_SILENCE_MS = 15 * PULSE_MS;
const GRACE_MS = 30_000;
/** Starts in a row that may fail before waiting jobs are told. */
const START_ATTEMPTS = 3;

/**
 * The analysis process as a forked child. The queue lives on this side, so that nothing is lost when the child dies:
 * it is started again, waiting jobs go on, running ones are tried once more.
 */
export class ForkedService implements AnalysisService {
  readonly #options: ForkedServiceOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Map<number, Task>();
  #child: ChildProcess | undefined;
  #ready = false;
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #ids = 0;

  constructor(options: ForkedServiceOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async run<K extends JobKind>(job: JobOf<K>, options: JobOptions = {}): Promise<JobResults[K]> {
    checkJob(job);
    const { signal, deadlineMs = DEFAULT_DEADLINE_MS, onProgress = () => undefined } = options;
    const claim: Claim = { priority: options.priority ?? 'interactive', owner: options.owner ?? 'local' };
    if (this.#closing) throw closing();
    throwIfAborted(signal);
    const task = this.#join(job, claim);
    const late = new AbortController();
    const seconds = Math.round(deadlineMs / 1000);
    const tooLong = new Fault('deadline', `This took longer than the ${seconds} s allowed and was stopped.`);
    const timer = setTimeout(() => late.abort(tooLong), deadlineMs);
    const end = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const waiter: Waiter = { answer: deferred(end, fault => this.#leave(task, waiter, fault)), onProgress };
    task.waiters.add(waiter);
    this.#dispatch();
    try {
      return (await waiter.answer.promise) as JobResults[K];
    } finally {
      clearTimeout(timer);
    }
  }

  /** The task that is already under way for the same question, or a new one in the queue. */
  #join(job: Job, claim: Claim): Task {
    const key = jobKey(job);
    const known = this.#tasks.get(key);
    if (known) {
      // Whoever is in more of a hurry takes the others along.
      const urgent = PRIORITIES.indexOf(claim.priority) < PRIORITIES.indexOf(known.claim.priority);
      if (urgent && !known.running && this.#queue.remove(known)) {
        known.claim = claim;
        this.#queue.push(known, claim);
      }
      return known;
    }
    if (job.kind !== 'status') this.#refuseIfFull(claim);
    const task: Task = {
      id: ++this.#ids,
      key,
      job,
      claim,
      attempts: 0,
      running: false,
      position: 0,
      waiters: new Set(),
    };
    this.#tasks.set(key, task);
    this.#queue.push(task, claim);
    return task;
  }

  #refuseIfFull({ owner, priority }: Claim): void {
    const { maxWaiting, maxWaitingPerOwner } = this.#options;
    const waiting = this.#queue.order();
    const own = waiting.filter(task => task.claim.owner === owner).length;
    if (own >= maxWaitingPerOwner)
      throw new Fault('busy', `Busy: ${own} of your jobs already wait in line. Try again when one of them is done.`);
    if (waiting.length >= maxWaiting && priority !== 'move')
      throw new Fault('busy', `Busy: you would be number ${waiting.length + 1} in line. Try again in a minute.`);
  }

  #leave(task: Task, waiter: Waiter, { code, message }: Fault): void {
    task.waiters.delete(waiter);
    if (task.waiters.size > 0) return;
    this.#tasks.delete(task.key);
    if (task.running) this.#send({ type: 'cancel', id: task.id, code, message });
    else if (this.#queue.remove(task)) this.#tellPositions();
  }

  /**
   * A job may start if there is room: two for each engine, so that engines stay busy while jobs wait for Maia, and one
   * more. That one is never the same owner's: a newcomer starts at once, and the engines' own queue shares them fairly.
   */
  #mayStart(task: Task, priority: Priority): boolean {
    if (priority === 'move' || task.job.kind === 'status') return this.#running.size < MAX_RUNNING;
    const perOwner = 2 * this.#options.settings.engines;
    const own = [...this.#running.values()].filter(({ claim }) => claim.owner === task.claim.owner).length;
    return this.#running.size <= perOwner && own < perOwner;
  }

  #dispatch(): void {
    if (this.#queue.size > 0 && !this.#child && !this.#restart) this.#start();
    while (this.#ready) {
      const task = this.#queue.take((candidate, priority) => this.#mayStart(candidate, priority));
      if (!task) break;
      task.attempts++;
      task.running = true;
      this.#running.set(task.id, task);
      this.#send({ type: 'run', id: task.id, job: task.job, claim: task.claim });
    }
    this.#tellPositions();
  }

  #tellPositions(): void {
    this.#queue.order().forEach((task, index) => {
      if (task.position === index + 1) return;
      task.position = index + 1;
      for (const waiter of task.waiters) waiter.onProgress({ kind: 'queued', position: task.position });
    });
  }

  #start(): void {
    const child = startProcess('./child', import.meta.url, { stdio: ['ignore', 2, 2, 'ipc'] });
    this.#child = child;
    this.#ready = false;
    child.on('message', (message: ToParent) => this.#receive(child, message));
    child.on('error', error => this.#options.log.error(error, 'the analysis process could not be reached'));
    child.on('exit', (code, signal) => this.#ended(child, signal ?? `code ${code}`));
    this.#send({ type: 'start', settings: this.#options.settings });
    this.#listen(child);
  }

  /** A child that says nothing, not even its pulse, hangs. */
  #listen(child: ChildProcess): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#options.log.error('the analysis process does not answer and is replaced');
      child.kill('SIGKILL');
    }, this.#options.silenceMs ?? DEFAULT_SILENCE_MS);
    this.#silence.unref();
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
      case 'progress':
        for (const waiter of this.#running.get(message.id)?.waiters ?? []) waiter.onProgress(message.progress);
        break;
      case 'done':
        for (const waiter of this.#finish(message.id)) waiter.answer.resolve(message.result);
        break;
      case 'failed':
        for (const waiter of this.#finish(message.id)) waiter.answer.reject(new Fault(message.code, message.message));
        break;
      case 'retiring':
        this.#ready = false;
        break;
      case 'pulse':
        break;
    }
  }

  #finish(id: number): Waiter[] {
    const task = this.#running.get(id);
    if (!task) return [];
    this.#running.delete(id);
    if (this.#tasks.get(task.key) === task) this.#tasks.delete(task.key);
    this.#dispatch();
    return [...task.waiters];
  }

  #ended(child: ChildProcess, how: string): void {
    if (child !== this.#child) return;
    clearTimeout(this.#silence);
    this.#child = undefined;
    this.#ready = false;
    const lost = [...this.#running.values()];
    this.#running.clear();
    if (this.#closing) {
      for (const task of lost) this.#refuse(task, closing());
      return;
    }
    this.#failures++;
    if (lost.length > 0 || this.#failures > 1)
      this.#options.log.warn({ how, jobs: lost.length }, 'the analysis process ended and is started again');
    for (const task of lost.reverse()) this.#retry(task, how);
    if (this.#failures >= START_ATTEMPTS)
      for (let task = this.#queue.take(); task; task = this.#queue.take())
        this.#refuse(task, new Fault('crashed', `The analysis process does not start (${how}). Run "kibitz doctor".`));
    this.#restart = setTimeout(
      () => {
        this.#restart = undefined;
        this.#dispatch();
      },
      backoffMs(this.#failures - 1),
    );
  }

  #retry(task: Task, how: string): void {
    task.running = false;
    if (task.waiters.size === 0) return;
    if (task.attempts < ATTEMPTS) this.#queue.unshift(task, task.claim);
    else this.#refuse(task, new Fault('crashed', `The analysis process died twice over this job (${how}).`));
  }

  #refuse(task: Task, fault: Fault): void {
    if (this.#tasks.get(task.key) === task) this.#tasks.delete(task.key);
    for (const waiter of task.waiters) waiter.answer.reject(fault);
  }

  close(): Promise<void> {
    if (this.#closing) {
      this.#child?.kill('SIGKILL');
      return this.#closing;
    }
    this.#closing = this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#restart);
    for (let task = this.#queue.take(); task; task = this.#queue.take()) this.#refuse(task, closing());
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
    const grace = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    // With nothing running it ends at once; otherwise it finishes first.
    this.#send({ type: 'retire' });
    await gone;
    clearTimeout(grace);
    clearTimeout(this.#silence);
  }
}

const closing = () => new Fault('closing', 'Kibitz is shutting down; please ask again later.');
