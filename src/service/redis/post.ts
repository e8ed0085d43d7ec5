import { Queue, QueueEvents } from 'bullmq';
import type { Logger } from 'pino';
import type { Progress } from '../jobs.ts';
import type { RedisLink } from './link.ts';
import { rankOf } from './scripts.ts';
import { KEEP_MS, type Parcel, PREFIX, QUEUES, type QueueName, queueOf } from './wire.ts';

export interface PostOptions {
  link: RedisLink;
  log: Logger;
  /** Of everybody's jobs. */
  onProgress: (id: string, progress: Progress) => void;
  onDone: (id: string) => void;
  onFailed: (id: string, reason: string) => void;
}

/** Progress and ends; whoever has missed one looks for itself. */
const MAX_EVENTS = 2_000;
/** Failures that are kept for somebody to look at. */
const FAILURES = { age: KEEP_MS / 1000, count: 200 };

/** BullMQ's queues as those who ask use them. */
export class Post {
  readonly #options: PostOptions;
  readonly #queues: Record<QueueName, Queue<Parcel>>;
  readonly #events: QueueEvents[];

  constructor(options: PostOptions) {
    this.#options = options;
    const connection = options.link.another();
    const open = (name: QueueName) => [name, this.#open(new Queue(name, { ...QUEUE, connection }))];
    this.#queues = Object.fromEntries(QUEUES.map(open)) as Record<QueueName, Queue<Parcel>>;
    this.#events = QUEUES.map(name => this.#listen(name));
  }

  #open(queue: Queue<Parcel>): Queue<Parcel> {
    return queue.on('error', error => this.#options.log.debug(error, 'a queue'));
  }

  #listen(name: QueueName): QueueEvents {
    const { link, log, onProgress, onDone, onFailed } = this.#options;
    // From the first that there is: the end of our first job may come before we listen.
    const events = new QueueEvents(name, { connection: link.another(), prefix: PREFIX, lastEventId: '0' });
    events.on('progress', ({ jobId, data }) => onProgress(jobId, data as unknown as Progress));
    events.on('completed', ({ jobId }) => onDone(jobId));
    events.on('failed', ({ jobId, failedReason }) => onFailed(jobId, failedReason));
    return events.on('error', error => log.debug(error, 'the events of a queue'));
  }

  async send(id: string, parcel: Parcel): Promise<void> {
    const { job, claim, turn } = parcel;
    const priority = turn > 0 && { priority: rankOf(claim.priority, turn) };
    const kept = { removeOnComplete: true, removeOnFail: FAILURES };
    await this.#queues[queueOf(claim)].add(job.kind, parcel, { jobId: id, ...priority, ...kept });
  }

  /** Whether it was still there to be taken out: nobody has it yet. */
  async takeOut(id: string, { claim }: Pick<Parcel, 'claim'>): Promise<boolean> {
    return (await this.#queues[queueOf(claim)].remove(id)) === 1;
  }

  /** How it has ended, if it has. */
  async endOf(id: string, { claim }: Pick<Parcel, 'claim'>): Promise<'open' | 'done' | { reason: string }> {
    const queue = this.#queues[queueOf(claim)];
    const state = await queue.getJobState(id);
    // What is done is not kept there.
    if (state === 'unknown' || state === 'completed') return 'done';
    const job = state === 'failed' ? await queue.getJob(id) : undefined;
    return job ? { reason: job.failedReason } : 'open';
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#events, ...Object.values(this.#queues)].map(each => each.close()));
  }
}

const QUEUE = { prefix: PREFIX, streams: { events: { maxLen: MAX_EVENTS } } };
