import type { Logger } from 'pino';
import { deferred } from '../base/deferred.ts';
import type { Claim } from '../base/fair-queue.ts';
import { Fault, throwIfAborted, toFault } from '../base/fault.ts';
import { type Capacity, classOf, priorityOf } from './capacity.ts';
import { JobQueue, type QueueLimits, type Task, taskKey, type Waiter } from './job-queue.ts';
import {
  checkJob,
  type Job,
  type JobKind,
  type JobObserver,
  type JobOf,
  type JobOptions,
  type JobOutcome,
  type Meter,
  type PackedResult,
  type Progress,
} from './jobs.ts';

/** Does the tasks of the dispatcher: a process of this machine, or workers behind Redis. */
interface Executor {
  /** How many tasks it can run at once; undefined if it can run none now. */
  capacity(): Capacity | undefined;
  begin(task: Task): void;
  /** The task was given up. Its end has to be reported all the same. */
  cancel(task: Task, fault: Fault): void;
  /** Called when a task waits. */
  wanted(): void;
}

interface DispatcherOptions extends QueueLimits {
  executor: Executor;
  log: Logger;
}

const ATTEMPTS = 2;
const DEFAULT_DEADLINE_MS = 15 * 60_000;
/** The longest timer of Node; a longer deadline counts as none. */
const MAX_DEADLINE_MS = 2 ** 31 - 1;

/**
 * Takes jobs, lets them wait in a queue, and hands them to an executor. The queue is in this process, so that it
 * survives the death of an executor: what that was doing is tried once more.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #queue: JobQueue;
  readonly #running = new Map<number, Task>();
  #observer: JobObserver | undefined;
  #shut: Fault | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#queue = new JobQueue(options);
  }

  /** Without jobs that ask for the status. */
  get counts(): { running: number; waiting: number } {
    return { running: this.#jobs().length, waiting: this.#queue.size };
  }

  get running(): Task[] {
    return [...this.#running.values()];
  }

  observe(observer: JobObserver): void {
    this.#observer = observer;
  }

  async run<K extends JobKind>(job: JobOf<K>, options: JobOptions = {}): Promise<PackedResult> {
    const { signal, deadlineMs = DEFAULT_DEADLINE_MS, onProgress = () => undefined } = options;
    const task = this.#admit(job, options);
    const late = new AbortController();
    const seconds = Math.round(deadlineMs / 1000);
    const tooLong = new Fault('deadline', `This took longer than the ${seconds} s allowed and was stopped.`);
    const timer = setTimeout(() => late.abort(tooLong), Math.min(deadlineMs, MAX_DEADLINE_MS));
    const end = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const waiter: Waiter = { answer: deferred(end, fault => this.#leave(task, waiter, fault)), onProgress };
    task.waiters.add(waiter);
    if (options.meter) this.#count(task, options.meter);
    if (task.position > 0) this.#tellAll([waiter], { kind: 'queued', position: task.position });
    try {
      this.dispatch();
      return await waiter.answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #count(task: Task, meter: Meter): void {
    task.meters.add(meter);
    if (this.#running.has(task.id)) meter.begun();
  }

  /** Returns the task for a job, or throws the fault with which the job is refused. */
  #admit(job: Job, options: JobOptions): Task {
    try {
      checkJob(job);
      if (this.#shut) throw this.#shut;
      throwIfAborted(options.signal);
      const claim = claimOf(job, options);
      // A job that runs already is shared. One that waits is not, so that it keeps its place among its owner's jobs.
      const twin = this.#twinOf(taskKey(job, claim));
      if (twin) return twin;
      const { task, displaced } = this.#queue.join(job, claim);
      if (displaced) this.#refuse(displaced, new Fault('busy', DISPLACED));
      return task;
    } catch (error) {
      this.#reportEnd(job, toFault(error).code);
      throw error;
    }
  }

  /** `since` is when the job began to run; undefined if it never did. */
  #reportEnd({ kind }: Job, outcome: JobOutcome, since?: number): void {
    if (kind === 'status') return;
    this.#observer?.ended(kind, outcome, since === undefined ? undefined : performance.now() - since);
  }

  /** Refuses a task that is neither in the queue nor running any more; `since` as above. */
  #refuse({ job, waiters }: Task, fault: Fault, since?: number): void {
    this.#reportEnd(job, fault.code, since);
    for (const { answer } of waiters) answer.reject(fault);
  }

  #twinOf(key: string): Task | undefined {
    for (const task of this.#running.values()) if (task.key === key && task.waiters.size > 0) return task;
    return undefined;
  }

  #leave(task: Task, waiter: Waiter, fault: Fault): void {
    // The waiter may have moved to an equal task, which waits again if its process has died.
    const holder =
      [task, ...this.#running.values()].find(({ waiters }) => waiters.has(waiter)) ?? this.#queue.holderOf(waiter);
    holder?.waiters.delete(waiter);
    if (!holder || holder.waiters.size > 0) return;
    if (this.#running.has(holder.id)) this.#options.executor.cancel(holder, fault);
    else {
      this.#queue.remove(holder);
      this.#reportEnd(holder.job, fault.code);
    }
    this.#tellPositions();
  }

  #jobs(): Task[] {
    return this.running.filter(({ job }) => job.kind !== 'status');
  }

  /** Whether the class of the task has a free place, for this owner too. */
  #whoMayStart(capacity: Capacity): (task: Task) => boolean {
    const running = this.#jobs();
    return ({ job, claim }) => {
      if (job.kind === 'status') return true;
      const own = classOf(claim.priority);
      const same = running.filter(({ claim: { priority } }) => classOf(priority) === own);
      const { all, perOwner } = capacity[own];
      return same.length < all && same.filter(({ claim: { owner } }) => owner === claim.owner).length < perOwner;
    };
  }

  /** Hands out tasks as long as the executor can run more of them. */
  dispatch(): void {
    const { executor } = this.#options;
    if (this.#queue.size > 0) executor.wanted();
    for (let capacity = executor.capacity(); capacity; capacity = executor.capacity()) {
      const task = this.#queue.take(this.#whoMayStart(capacity));
      if (!task) break;
      task.position = 0;
      const twin = this.#twinOf(task.key);
      if (twin) {
        for (const waiter of task.waiters) twin.waiters.add(waiter);
        for (const meter of task.meters) this.#count(twin, meter);
        task.waiters.clear();
        continue;
      }
      task.attempts++;
      this.#running.set(task.id, task);
      for (const meter of task.meters) meter.begun();
      const now = performance.now();
      if (task.job.kind !== 'status') this.#observer?.begun(task.job.kind, now - task.since);
      task.since = now;
      executor.begin(task);
    }
    this.#tellPositions();
  }

  #tellPositions(): void {
    for (const { waiters, position } of this.#queue.moved()) this.#tellAll(waiters, { kind: 'queued', position });
  }

  #tellAll(waiters: Iterable<Waiter>, progress: Progress): void {
    for (const { onProgress } of [...waiters]) {
      try {
        onProgress(progress);
      } catch (error) {
        // A listener that throws must not stop the others.
        this.#options.log.error(error, 'a progress listener failed');
      }
    }
  }

  tell(id: number, progress: Progress): void {
    const task = this.#running.get(id);
    if (task) this.#tellAll(task.waiters, progress);
  }

  /** `engineMs` is the time that engines have worked for the task, if that is known. */
  done(id: number, result: PackedResult, engineMs = 0): void {
    this.#finish(id, { outcome: 'done', engineMs }, waiter => waiter.answer.resolve(result));
  }

  failed(id: number, fault: Fault, engineMs = 0): void {
    this.#finish(id, { outcome: fault.code, engineMs }, waiter => waiter.answer.reject(fault));
  }

  #finish(id: number, end: { outcome: JobOutcome; engineMs: number }, settle: (waiter: Waiter) => void): void {
    const task = this.#running.get(id);
    if (!task) return;
    this.#running.delete(id);
    this.#reportEnd(task.job, end.outcome, task.since);
    // The time is shared among all who asked, even those who have left, since it was begun for them, too.
    for (const meter of task.meters) meter.spent(end.engineMs / task.meters.size);
    for (const waiter of task.waiters) settle(waiter);
    this.dispatch();
  }

  /**
   * The executor of these tasks has died. They go to the front of the queue; `fault` ends those that were tried often
   * enough.
   */
  takeBack(tasks: readonly Task[], fault: Fault): void {
    for (const task of [...tasks].reverse()) {
      if (!this.#running.delete(task.id)) continue;
      if (task.waiters.size === 0) this.#reportEnd(task.job, 'cancelled', task.since);
      else if (task.attempts < ATTEMPTS) this.#queue.putBack(task);
      else this.#refuse(task, fault, task.since);
    }
  }

  refuseWaiting(fault: Fault): void {
    for (const task of this.#queue.clear()) this.#refuse(task, fault);
  }

  refuseRunning(fault: Fault): void {
    const running = this.running;
    this.#running.clear();
    for (const task of running) this.#refuse(task, fault, task.since);
  }

  /** Refuses all jobs that wait, and all new ones until it is opened again. */
  shut(fault: Fault): void {
    this.#shut = fault;
    this.refuseWaiting(fault);
  }

  open(): void {
    this.#shut = undefined;
  }
}

/** The claim of a job; one that asks for the status goes ahead of all others. */
function claimOf(job: Job, { priority = 'interactive', owner = 'local' }: JobOptions): Claim {
  if (job.kind === 'status') return { priority: 'move', owner: 'status' };
  return { priority: priorityOf(job, priority), owner };
}

const DISPLACED =
  'Busy: the line is full, and people who ask come before work in the background. Try again in a minute.';

export const closing = (): Fault => new Fault('closing', 'Kibitz is shutting down; please ask again later.');
