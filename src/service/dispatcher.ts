import type { Logger } from 'pino';
import { deferred } from '../base/deferred.ts';
import type { Claim } from '../base/fair-queue.ts';
import { Fault, throwIfAborted, toFault } from '../base/fault.ts';
import { type Capacity, classOf, priorityOf } from './capacity.ts';
import { JobQueue, type LineLimits, type Task, taskKey, type Waiter } from './job-queue.ts';
import {
  checkJob,
  type Job,
  type JobKind,
  type JobOf,
  type JobOptions,
  type Meter,
  type PackedResult,
  type Progress,
} from './jobs.ts';
import type { JobObserver, JobOutcome } from './measurable.ts';

/** Does the tasks of the dispatcher: a process of this machine, or workers behind Redis. */
interface Executor {
  /** How many tasks it can run at once; undefined if it can run none now. */
  room(): Capacity | undefined;
  begin(task: Task): void;
  /** The task was given up. Its end has to be reported all the same. */
  cancel(task: Task, fault: Fault): void;
  /** Called when a task waits. */
  wanted(): void;
}

interface DispatcherOptions extends LineLimits {
  hands: Executor;
  log: Logger;
}

const ATTEMPTS = 2;
const DEFAULT_DEADLINE_MS = 15 * 60_000;
/** The longest timer of Node; a longer deadline counts as none. */
const MAX_DEADLINE_MS = 2 ** 31 - 1;

/**
 * Takes jobs, lets them wait in line, and hands them to an executor. The line is in this process, so that it survives
 * the death of an executor: what that was doing is tried once more.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #line: JobQueue;
  readonly #running = new Map<number, Task>();
  #observer: JobObserver | undefined;
  #shut: Fault | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#line = new JobQueue(options);
  }

  /** Without jobs that ask for the status. */
  get counts(): { running: number; waiting: number } {
    return { running: this.#jobs().length, waiting: this.#line.size };
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
      return this.#twinOf(taskKey(job, claim)) ?? this.#join(job, claim);
    } catch (error) {
      this.#tellEnd(job.kind, toFault(error).code, undefined);
      throw error;
    }
  }

  #join(job: Job, claim: Claim): Task {
    const { task, displaced } = this.#line.join(job, claim);
    if (displaced) this.#refuseWaiting(displaced, new Fault('busy', DISPLACED));
    return task;
  }

  #tellEnd(kind: JobKind, outcome: JobOutcome, ranMs: number | undefined): void {
    if (kind !== 'status') this.#observer?.ended(kind, outcome, ranMs);
  }

  /** Reports the end of a task that ran. */
  #ended({ job, since }: Task, outcome: JobOutcome): void {
    this.#tellEnd(job.kind, outcome, performance.now() - since);
  }

  /** Refuses a task that never ran and has left the line. */
  #refuseWaiting(task: Task, fault: Fault): void {
    this.#tellEnd(task.job.kind, fault.code, undefined);
    refuse(task, fault);
  }

  #refuseRunning(task: Task, fault: Fault): void {
    this.#ended(task, fault.code);
    refuse(task, fault);
  }

  #twinOf(key: string): Task | undefined {
    for (const task of this.#running.values()) if (task.key === key && task.waiters.size > 0) return task;
    return undefined;
  }

  #leave(task: Task, waiter: Waiter, fault: Fault): void {
    // The waiter may have moved to an equal task, which waits again if its process has died.
    const holder =
      [task, ...this.#running.values()].find(({ waiters }) => waiters.has(waiter)) ?? this.#line.holderOf(waiter);
    holder?.waiters.delete(waiter);
    if (!holder || holder.waiters.size > 0) return;
    if (this.#running.has(holder.id)) this.#options.hands.cancel(holder, fault);
    else {
      this.#line.remove(holder);
      this.#tellEnd(holder.job.kind, fault.code, undefined);
    }
    this.#tellPositions();
  }

  #jobs(): Task[] {
    return this.running.filter(({ job }) => job.kind !== 'status');
  }

  /** Whether the class of the task has a free place, for this owner too. */
  #whoMayStart(room: Capacity): (task: Task) => boolean {
    const running = this.#jobs();
    return ({ job, claim }) => {
      if (job.kind === 'status') return true;
      const own = classOf(claim.priority);
      const same = running.filter(({ claim: { priority } }) => classOf(priority) === own);
      const { all, perOwner } = room[own];
      return same.length < all && same.filter(({ claim: { owner } }) => owner === claim.owner).length < perOwner;
    };
  }

  /** Hands out tasks as long as there is room. */
  dispatch(): void {
    const { hands } = this.#options;
    if (this.#line.size > 0) hands.wanted();
    for (let room = hands.room(); room; room = hands.room()) {
      const task = this.#line.take(this.#whoMayStart(room));
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
      hands.begin(task);
    }
    this.#tellPositions();
  }

  #tellPositions(): void {
    for (const { waiters, position } of this.#line.moved()) this.#tellAll(waiters, { kind: 'queued', position });
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
    this.#ended(task, end.outcome);
    // The time is shared among all who asked, even those who have left, since it was begun for them, too.
    for (const meter of task.meters) meter.spent(end.engineMs / task.meters.size);
    for (const waiter of task.waiters) settle(waiter);
    this.dispatch();
  }

  /**
   * The executor of these tasks has died. They go to the front of the line; `fault` ends those that were tried often
   * enough.
   */
  takeBack(tasks: readonly Task[], fault: Fault): void {
    for (const task of [...tasks].reverse()) {
      if (!this.#running.delete(task.id)) continue;
      if (task.waiters.size === 0) this.#ended(task, 'cancelled');
      else if (task.attempts < ATTEMPTS) this.#line.putBack(task);
      else this.#refuseRunning(task, fault);
    }
  }

  /** Refuses all tasks that wait in line. */
  refuseWaiting(fault: Fault): void {
    for (const task of this.#line.clear()) this.#refuseWaiting(task, fault);
  }

  refuseRunning(fault: Fault): void {
    const running = this.running;
    this.#running.clear();
    for (const task of running) this.#refuseRunning(task, fault);
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

function refuse({ waiters }: Task, fault: Fault): void {
  for (const waiter of waiters) waiter.answer.reject(fault);
}

export const closing = (): Fault => new Fault('closing', 'Kibitz is shutting down; please ask again later.');
