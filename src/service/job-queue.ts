import type { Deferred } from '../base/deferred.ts';
import { type Claim, FairQueue, PRIORITIES } from '../base/fair-queue.ts';
import { Fault } from '../base/fault.ts';
import { CLASSES, classOf, type JobClass } from './capacity.ts';
import type { Job, Meter, PackedResult, Progress } from './jobs.ts';

/** A job, and all who wait for its answer. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly job: Job;
  readonly claim: Claim;
  attempts: number;
  /** The place in the queue that was last reported; 0 before the first report. */
  position: number;
  /** When it began to wait or, once it runs, to run. */
  since: number;
  readonly waiters: Set<Waiter>;
  /** The meters of all who have asked for it, those who have left included. */
  readonly meters: Set<Meter>;
}

export interface Waiter {
  readonly answer: Deferred<PackedResult>;
  readonly onProgress: (progress: Progress) => void;
}

export interface QueueLimits {
  maxWaiting: number;
  maxWaitingPerOwner: number;
}

/**
 * What share of the places in the queue a class may take together with the less urgent ones; the rest is for more
 * urgent ones.
 */
const SHARE: Record<JobClass, number> = { move: 1, short: 1, long: 0.8, background: 0.5 };

/** The jobs that wait: their order, and their limits. */
export class JobQueue {
  readonly #limits: QueueLimits;
  readonly #queue = new FairQueue<Task>();
  #ids = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queue.size;
  }

  /**
   * Adds a job, or returns the waiting task of the same owner for the same job. If the queue is full, the newest
   * background job loses its place to a job for which a person waits.
   */
  join(job: Job, claim: Claim): { task: Task; displaced?: Task | undefined } {
    const key = taskKey(job, claim);
    const known = this.#queue.of(claim).find(task => task.key === key);
    if (known) return { task: known };
    const displaced = this.#makePlace(job, claim);
    const task: Task = {
      id: ++this.#ids,
      key,
      job,
      claim,
      attempts: 0,
      position: 0,
      since: performance.now(),
      waiters: new Set(),
      meters: new Set(),
    };
    this.#queue.push(task, claim);
    return { task, displaced };
  }

  /** Makes a place for a job, and returns the background job that has lost its place for it, if there is one. */
  #makePlace({ kind }: Job, { owner, priority }: Claim): Task | undefined {
    if (kind === 'status') return undefined;
    const own = PRIORITIES.reduce((sum, each) => sum + this.#queue.of({ priority: each, owner }).length, 0);
    if (own >= this.#limits.maxWaitingPerOwner)
      throw new Fault('busy', `Busy: ${own} of your jobs already wait in line. Try again when one of them is done.`);
    const asked = classOf(priority);
    if (asked === 'move') return undefined;
    const lessUrgent = CLASSES.slice(CLASSES.indexOf(asked));
    const waiting = lessUrgent.flatMap(each => this.#waiting(each));
    if (waiting.length < Math.ceil(SHARE[asked] * this.#limits.maxWaiting)) return undefined;
    const newest = asked === 'background' ? undefined : this.#newestInBackground();
    if (newest) this.#queue.remove(newest);
    else
      throw new Fault(
        'busy',
        `Busy: you would be number ${this.#waiting(asked).length + 1} in line. Try again in a minute.`,
      );
    return newest;
  }

  #waiting(wanted: JobClass): Task[] {
    return PRIORITIES.filter(priority => classOf(priority) === wanted).flatMap(priority => this.#queue.in(priority));
  }

  /** The newest background job that has never begun. */
  #newestInBackground(): Task | undefined {
    const fresh = this.#waiting('background').filter(({ attempts }) => attempts === 0);
    return fresh.reduce<Task | undefined>((newest, task) => (newest && newest.id > task.id ? newest : task), undefined);
  }

  take(mayStart: (task: Task) => boolean): Task | undefined {
    return this.#queue.take(mayStart);
  }

  /** Puts a task that was taken but could not be done back to the front of the queue. */
  putBack(task: Task): void {
    task.since = performance.now();
    this.#queue.unshift(task, task.claim);
  }

  remove(task: Task): void {
    this.#queue.remove(task);
  }

  /** The task in the queue that this waiter waits for. */
  holderOf(waiter: Waiter): Task | undefined {
    return this.#queue.order().find(({ waiters }) => waiters.has(waiter));
  }

  /** Empties the queue, and returns what was in it. */
  clear(): Task[] {
    const tasks = this.#queue.order();
    for (const task of tasks) this.#queue.remove(task);
    return tasks;
  }

  /**
   * The tasks whose place among their class has changed since the last call, with the new place. Jobs that ask for the
   * status have no place.
   */
  moved(): Task[] {
    const before: Record<JobClass, number> = { move: 0, short: 0, long: 0, background: 0 };
    const jobs = this.#queue.order().filter(({ job }) => job.kind !== 'status');
    return jobs.filter(task => {
      const position = ++before[classOf(task.claim.priority)];
      const moved = task.position !== position;
      task.position = position;
      return moved;
    });
  }
}

/** Equal for the same question with the same priority, so that an urgent question does not wait for one that is not. */
export const taskKey = (job: Job, { priority }: Claim): string => `${priority}:${JSON.stringify(job)}`;
