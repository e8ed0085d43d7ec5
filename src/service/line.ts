import type { Deferred } from '../engine/deferred.ts';
import { Fault } from '../engine/fault.ts';
import { type Claim, FairQueue, PRIORITIES } from '../engine/queue.ts';
import type { Job, JobResult, Meter, Progress } from './jobs.ts';

/** One piece of work, and everyone who waits for its answer. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly job: Job;
  readonly claim: Claim;
  attempts: number;
  /** In line, as last told; 0 before that. */
  position: number;
  /** When it began to wait, or to run, whichever it does. */
  since: number;
  readonly waiters: Set<Waiter>;
  /** Of everybody who has asked for it, those who have left included. */
  readonly meters: Set<Meter>;
}

export interface Waiter {
  readonly answer: Deferred<JobResult>;
  readonly onProgress: (progress: Progress) => void;
}

export interface LineLimits {
  maxWaiting: number;
  maxWaitingPerOwner: number;
}

/** The jobs that wait: who is next, and when it is full. */
export class Line {
  readonly #limits: LineLimits;
  readonly #queue = new FairQueue<Task>();
  #ids = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** A place in line, or the one that this owner already has for the same question. */
  join(job: Job, claim: Claim): Task {
    const key = taskKey(job, claim);
    const known = this.#queue.of(claim).find(task => task.key === key);
    if (known) return known;
    this.#refuseIfFull(job, claim);
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
    return task;
  }

  #refuseIfFull({ kind }: Job, { owner, priority }: Claim): void {
    if (kind === 'status') return;
    const own = PRIORITIES.reduce((sum, each) => sum + this.#queue.of({ priority: each, owner }).length, 0);
    if (own >= this.#limits.maxWaitingPerOwner)
      throw new Fault('busy', `Busy: ${own} of your jobs already wait in line. Try again when one of them is done.`);
    if (this.size >= this.#limits.maxWaiting && priority !== 'move')
      throw new Fault('busy', `Busy: you would be number ${this.size + 1} in line. Try again in a minute.`);
  }

  take(mayStart: (task: Task) => boolean): Task | undefined {
    return this.#queue.take(mayStart);
  }

  /** Back to the front: it was taken, but could not be done. */
  putBack(task: Task): void {
    task.since = performance.now();
    this.#queue.unshift(task, task.claim);
  }

  remove(task: Task): void {
    this.#queue.remove(task);
  }

  /** Where somebody waits in line now. */
  holderOf(waiter: Waiter): Task | undefined {
    return this.#queue.order().find(({ waiters }) => waiters.has(waiter));
  }

  /** Everything that waits; nothing does any more. */
  clear(): Task[] {
    const tasks = this.#queue.order();
    for (const task of tasks) this.#queue.remove(task);
    return tasks;
  }

  /** Those whose place has changed since this was last asked, with the new one. Nobody waits for a look at how things are. */
  moved(): Task[] {
    const jobs = this.#queue.order().filter(({ job }) => job.kind !== 'status');
    return jobs.filter((task, index) => {
      const moved = task.position !== index + 1;
      task.position = index + 1;
      return moved;
    });
  }
}

/** Equal for the same question in the same hurry: nobody urgent waits for the turn of somebody who is not. */
export const taskKey = (job: Job, { priority }: Claim): string => `${priority}:${JSON.stringify(job)}`;
