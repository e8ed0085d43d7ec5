import { Queue, QueueEvents } from 'bullmq';
import type { Logger } from 'pino';
import type { Fault } from '../../base/fault.ts';
import type { PackedResult, Progress } from '../jobs.ts';
import type { RedisConnection } from './connection.ts';
import {
  CANCELLED,
  cancelKey,
  type JobCost,
  KEEP_MS,
  makeCancellation,
  makeReason,
  PREFIX,
  parseResult,
  type QueueName,
  type RedisJob,
  resultKey,
} from './protocol.ts';
import { rankOf } from './scripts.ts';

interface RedisQueuesOptions {
  connection: RedisConnection;
  log: Logger;
  /** The queues to which jobs are sent. */
  queues: readonly QueueName[];
  /** Told of the jobs of all bots and workers, not only of this process's own. */
  onProgress?: (id: string, progress: Progress) => void;
  /** A worker has taken it. */
  onTaken?: (id: string) => void;
  onDone: (id: string, engineMs: number) => void;
  onFailed: (id: string, reason: string) => void;
}

/** Events report the end of a job at once. An end whose event was missed is found after so many beats. */
export const BEATS_PER_LOOK = 5;
/** How many events of progress and ends BullMQ keeps; an end whose event was missed is found by the next look. */
const MAX_EVENTS = 2_000;
/** How many failed jobs BullMQ keeps, and for how many seconds, to be looked at later. */
const FAILURES = { age: KEEP_MS / 1000, count: 200 };

/** BullMQ's queues for a process that sends jobs: a bot, or a worker that gets help with a review. */
export class RedisQueues {
  readonly #options: RedisQueuesOptions;
  readonly #queues: ReadonlyMap<QueueName, Queue<RedisJob>>;
  readonly #events: QueueEvents[];

  constructor(options: RedisQueuesOptions) {
    this.#options = options;
    const connection = options.connection.another();
    const open = (name: QueueName) => [name, this.#open(new Queue(name, { ...QUEUE, connection }))] as const;
    this.#queues = new Map(options.queues.map(open));
    this.#events = options.queues.map(name => this.#listen(name));
  }

  #queue(name: QueueName): Queue<RedisJob> {
    const queue = this.#queues.get(name);
    if (!queue) throw new RangeError(`${name} was not opened`);
    return queue;
  }

  #open(queue: Queue<RedisJob>): Queue<RedisJob> {
    return queue.on('error', error => this.#options.log.debug(error, 'a queue'));
  }

  #listen(name: QueueName): QueueEvents {
    const { connection, log, onProgress, onTaken, onDone, onFailed } = this.#options;
    // All events are read from the beginning: the first job may end before this process listens.
    const events = new QueueEvents(name, { connection: connection.another(), prefix: PREFIX, lastEventId: '0' });
    events.on('progress', ({ jobId, data }) => onProgress?.(jobId, data as unknown as Progress));
    events.on('active', ({ jobId }) => onTaken?.(jobId));
    events.on('completed', ({ jobId, returnvalue }) => onDone(jobId, engineMsOf(returnvalue)));
    events.on('failed', ({ jobId, failedReason }) => onFailed(jobId, failedReason));
    return events.on('error', error => log.debug(error, 'the events of a queue'));
  }

  async send(queue: QueueName, id: string, redisJob: RedisJob): Promise<void> {
    const { job, claim, turn } = redisJob;
    const priority = turn > 0 && { priority: rankOf(claim.priority, turn) };
    const kept = { removeOnComplete: true, removeOnFail: FAILURES };
    await this.#queue(queue).add(job.kind, redisJob, { jobId: id, ...priority, ...kept });
  }

  /** Removes a job that waits, and tells a worker that has it to stop. True if it still waited. */
  async withdraw(queue: QueueName, id: string, fault: Fault): Promise<boolean> {
    const reason = makeReason(fault);
    await this.#options.connection.redis
      .multi()
      .set(cancelKey(id), reason, 'PX', KEEP_MS)
      .publish(CANCELLED, makeCancellation({ id, reason }))
      .exec();
    return (await this.#queue(queue).remove(id)) === 1;
  }

  /** The result of a job; undefined if there is none. */
  async result(id: string): Promise<PackedResult | undefined> {
    const left = await this.#options.connection.redis.getBuffer(resultKey(id));
    return left === null ? undefined : parseResult(left);
  }

  /** Deletes a result that has been fetched. */
  async forget(id: string): Promise<void> {
    await this.#options.connection.redis.unlink(resultKey(id), cancelKey(id));
  }

  /** Reports the end of a job whose event may have been missed. */
  async look(queue: QueueName, id: string): Promise<void> {
    const state = await this.#queue(queue).getJobState(id);
    // BullMQ removes completed jobs, so a job that is gone is done.
    if (state === 'unknown' || state === 'completed') return this.#options.onDone(id, 0);
    const job = state === 'failed' ? await this.#queue(queue).getJob(id) : undefined;
    if (job) this.#options.onFailed(id, job.failedReason);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#events, ...this.#queues.values()].map(each => each.close()));
  }
}

/** The engine time in the value that a job returned, which is unchecked data from Redis. */
const engineMsOf = (cost: unknown): number => Number((cost as JobCost | null)?.engineMs) || 0;

const QUEUE = { prefix: PREFIX, streams: { events: { maxLen: MAX_EVENTS } } };
