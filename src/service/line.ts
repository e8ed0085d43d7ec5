import type { Deferred } from '../engine/deferred.ts';
import { Fault } from '../engine/fault.ts';
import { type Claim, FairQueue, type Priority } from '../engine/queue.ts';
import type { Job, JobResult, Progress } from './jobs.ts';

/** One piece of work, and everyone who waits for its answer. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly job: Job;
  /** Of the waiter for whom it stands in line. */
  claim: Claim;
  attempts: number;
  running: boolean;
  /** In line, as last told; 0 before that. */
  position: number;
  readonly waiters: Set<Waiter>;
}

export interface Waiter {
  readonly claim: Claim;
  readonly answer: Deferred<JobResult>;
  readonly onProgress: (progress: Progress) => void;
}

export interface LineLimits {
  maxWaiting: number;
  maxWaitingPerOwner: number;
}

/** The jobs that wait: who is next, what may be shared, and when it is full. */
export class Line {
  readonly #limits: LineLimits;
  readonly #queue = new FairQueue<Task>();
  readonly #tasks = new Map<string, Task>();
  #ids = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** The same question in the same hurry, under way or waiting already, or a new place in line. */
  join(job: Job, claim: Claim): Task {
    const key = `${claim.priority}:${JSON.stringify(job)}`;
    const known = this.#tasks.get(key);
    if (known) {
      // It stands in line for whoever is nearer the front.
      const better = !known.running && this.#queue.placeFor(claim) < this.#queue.order().indexOf(known);
      if (better) this.#move(known, claim);
      return known;
    }
    this.#refuseIfFull(job, claim);
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

  #move(task: Task, claim: Claim): void {
    this.#queue.remove(task);
    task.claim = claim;
    this.#queue.push(task, claim);
  }

  #refuseIfFull({ kind }: Job, { owner, priority }: Claim): void {
    if (kind === 'status') return;
    const waiting = this.#queue.order();
    const own = waiting.filter(({ claim }) => claim.owner === owner).length;
    if (own >= this.#limits.maxWaitingPerOwner)
      throw new Fault('busy', `Busy: ${own} of your jobs already wait in line. Try again when one of them is done.`);
    if (waiting.length >= this.#limits.maxWaiting && priority !== 'move')
      throw new Fault('busy', `Busy: you would be number ${waiting.length + 1} in line. Try again in a minute.`);
  }

  /** One who waited no longer does; whether that leaves nobody. */
  leave(task: Task, waiter: Waiter): boolean {
    task.waiters.delete(waiter);
    const [next] = task.waiters;
    if (next) {
      // The others do not stand in the place of somebody who has gone.
      if (!task.running && task.claim === waiter.claim) this.#move(task, next.claim);
      return false;
    }
    this.forget(task);
    this.#queue.remove(task);
    return true;
  }

  take(mayStart: (task: Task, priority: Priority) => boolean): Task | undefined {
    const task = this.#queue.take(mayStart);
    if (task) task.running = true;
    return task;
  }

  /** Back to the front: it was taken, but could not be done. */
  putBack(task: Task): void {
    task.running = false;
    this.#queue.unshift(task, task.claim);
  }

  /** A question asked again is a new one from now on. */
  forget(task: Task): void {
    if (this.#tasks.get(task.key) === task) this.#tasks.delete(task.key);
  }

  /** Everyone who waits, refused. */
  clear(fault: Fault): void {
    for (const task of this.#queue.order()) {
      this.#queue.remove(task);
      this.refuse(task, fault);
    }
  }

  refuse(task: Task, fault: Fault): void {
    this.forget(task);
    for (const waiter of task.waiters) waiter.answer.reject(fault);
  }

  /** Tells those whose place has changed. */
  tellPositions(tell: (task: Task, progress: Progress) => void): void {
    this.#queue.order().forEach((task, index) => {
      if (task.position === index + 1) return;
      task.position = index + 1;
      tell(task, { kind: 'queued', position: task.position });
    });
  }
}
