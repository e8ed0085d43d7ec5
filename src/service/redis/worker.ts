import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Job as Taken, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { WorkTime, within } from '../../base/clock.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, Fault, toFault } from '../../base/fault.ts';
import { Throttle } from '../../base/throttle.ts';
import { CLASSES, type JobPlaces, placesFor } from '../capacity.ts';
import { checkJob, type Measurable, type Progress, type ServiceHealth } from '../jobs.ts';
import type { AnalysisSettings } from '../protocol.ts';
import { cacheBytes, JobRunner } from '../runner.ts';
import type { Status } from '../status.ts';
import { RedisConnection } from './connection.ts';
import {
  askerKey,
  CANCELLED,
  cancelKey,
  type JobCost,
  KEEP_MS,
  LEASE_MS,
  makeReason,
  makeResult,
  PREFIX,
  parseCancellation,
  parseReason,
  QUEUE_OF,
  type QueueName,
  RELEASE,
  type RedisJob,
  resultKey,
} from './protocol.ts';
import { serveTurn, signIn, signOut } from './scripts.ts';
import { SharedCache } from './shared-cache.ts';
import { Sharing } from './sharing.ts';
import { type WorkerInfo, WorkerRegistry } from './worker-registry.ts';

export interface RedisWorkerOptions {
  url: string;
  settings: AnalysisSettings;
  /** The number of long jobs at once; other classes have places of their own beside them. */
  concurrency: number;
  log: Logger;
  onUp?: () => void;
  onDown?: (why: string) => void;
  /** Called when Stockfish is missing, without which most jobs cannot be done. */
  onProblem?: (why: string) => void;
  /** A worker that has not renewed a job's lock for so long counts as dead, and its job goes to another one. */
  lockMs?: number;
}

const LOCK_MS = 10_000;
/** A job that two workers have died over is not given to a third. */
const MAX_DEATHS = 1;
/** Less often than between processes: every step is sent to all bots. */
const PROGRESS_EVERY_MS = 250;
const NO_PLACES: JobPlaces = { move: 0, short: 0, long: 0, background: 0 };
const GRACE_MS = 30_000;
const FAREWELL_MS = 2_000;

interface Running {
  asker: string;
  abort: AbortController;
  end: Deferred<void>;
}

/** Takes jobs from Redis and does them on the engines of this process. */
export class RedisWorker implements Measurable {
  readonly #options: RedisWorkerOptions;
  readonly #id = randomBytes(6).toString('hex');
  readonly #runner: JobRunner;
  readonly #connection: RedisConnection;
  readonly #sharing: Sharing;
  readonly #registry: WorkerRegistry;
  readonly #running = new Map<string, Running>();
  readonly #leaving = new Fault('closing', 'This worker is shutting down.');
  #workers: Worker<RedisJob>[] = [];
  #problem: string | null = null;
  /** Whether it takes no jobs, because it has no Stockfish and another worker has one. */
  #rests = false;
  #closing: Promise<void> | undefined;
  readonly #hurry = new AbortController();

  constructor(options: RedisWorkerOptions) {
    this.#options = options;
    const { settings, log } = options;
    const cache = { connection: () => this.#connection, maxBytes: cacheBytes(settings), log };
    this.#runner = new JobRunner(settings, log, local => new SharedCache({ ...cache, local }));
    this.#sharing = new Sharing({ id: this.#id, connection: () => this.#connection, log });
    this.#registry = new WorkerRegistry('worker', log);
    this.#connection = new RedisConnection({
      ...options,
      beat: redis => this.#beat(redis),
      onUp: () => this.#up(),
      onDown: why => {
        this.#sharing.retreat(why);
        options.onDown?.(why);
      },
    });
  }

  #up(): void {
    if (this.#workers.length === 0) {
      const { engines } = this.#options.settings;
      const classes = CLASSES.map(each => this.#open(QUEUE_OF[each], this.#places[each]));
      this.#workers = [...classes, this.#open('parts', engines)];
      this.#pauseOrResume();
      this.#listen();
    }
    this.#options.onUp?.();
  }

  get #places(): JobPlaces {
    const { concurrency, settings } = this.#options;
    return placesFor(settings.engines, concurrency);
  }

  #open(name: QueueName, concurrency: number): Worker<RedisJob> {
    const { log, lockMs = LOCK_MS } = this.#options;
    const worker = new Worker<RedisJob>(name, (job, token) => this.#work(job, token), {
      connection: this.#connection.another(),
      prefix: PREFIX,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: MAX_DEATHS,
    });
    worker.on('error', error => log.debug(error, 'a queue'));
    // BullMQ took this worker for dead and has given the job to another one.
    worker.on('lockRenewalFailed', ids => this.#give(ids, cancelled()));
    return worker;
  }

  #listen(): void {
    const subscriber = this.#connection.another();
    subscriber.on('message', (_channel, text: string) => {
      const cancellation = parseCancellation(text);
      if (cancellation) this.#give([cancellation.id], parseReason(cancellation.reason));
    });
    subscriber.subscribe(CANCELLED).catch(error => this.#options.log.debug(error, 'Redis'));
  }

  #give(ids: readonly string[], fault: Fault): void {
    for (const id of ids) this.#running.get(id)?.abort.abort(fault);
  }

  async #beat(redis: Redis): Promise<void> {
    const status = await this.engines();
    if (!this.#closing) {
      const places = this.#rests ? NO_PLACES : this.#places;
      const member = { id: this.#id, role: 'worker' as const, host: hostname(), ...RELEASE };
      await signIn(redis, { ...member, places, status } satisfies WorkerInfo);
      // It counts as a process that asks, too, since it sends parts of its reviews.
      await redis.set(askerKey(this.#id), 1, 'PX', LEASE_MS);
      const workers = await this.#registry.look(redis);
      await this.#sharing.meet(workers);
      this.#restOrWork(status.stockfish.problem, workers);
    }
    // The message of a cancellation may have been missed, and the process that asked may have died.
    await Promise.all(
      [...this.#running].map(async ([id, { asker, abort }]) => {
        const fault = await unwanted(redis, id, asker);
        if (fault) abort.abort(fault);
      }),
    );
  }

  /**
   * Takes no jobs without Stockfish if another worker has one: it would fail jobs quickly, and so take most of them.
   */
  #restOrWork(problem: string | null, workers: readonly WorkerInfo[]): void {
    if (problem !== null && problem !== this.#problem) this.#options.onProblem?.(problem);
    this.#problem = problem;
    const isAble = ({ id, status }: WorkerInfo) => id !== this.#id && status.stockfish.problem === null;
    const rests = problem !== null && workers.some(isAble);
    if (rests === this.#rests) return;
    this.#rests = rests;
    this.#pauseOrResume();
  }

  #pauseOrResume(): void {
    const { log } = this.#options;
    for (const worker of this.#workers)
      if (this.#rests) worker.pause(true).catch(error => log.debug(error, 'a queue'));
      else if (worker.isPaused()) worker.resume();
  }

  health(): ServiceHealth {
    const problem = this.#closing ? this.#leaving.message : this.#connection.problem;
    return { redis: { up: this.#connection.isUp }, problem };
  }

  engines(): Promise<Status> {
    const claim = { priority: 'move' as const, owner: 'status' };
    const { signal } = new AbortController();
    return this.#runner.run({ kind: 'status' }, { claim, signal, onProgress: () => undefined });
  }

  async #work(taken: Taken<RedisJob>, token: string | undefined): Promise<JobCost> {
    // A queue that is paused may hand out one more job, for which it was already waiting.
    if (this.#rests) throw await this.#handBack(taken, token);
    const { redis } = this.#connection;
    const { asker, job, claim, turn } = taken.data;
    const id = taken.id ?? '';
    const abort = new AbortController();
    const end = deferred<void>();
    const time = new WorkTime();
    this.#running.set(id, { asker, abort, end });
    const progress = new Throttle({
      pass: (value: Progress) => this.#tell(taken, value),
      intervalMs: PROGRESS_EVERY_MS,
    });
    try {
      if (turn > 0) await serveTurn(redis, claim.priority, turn);
      const fault = await unwanted(redis, id, asker);
      if (fault) throw fault;
      checkJob(job);
      const { signal } = abort;
      const result = await this.#runner.run(job, {
        ...{ claim, signal, time, onProgress: value => progress.push(value) },
        ...(job.kind === 'review' && {
          shareOut: work => this.#sharing.evaluate({ job, claim, turn, signal, time }, work),
        }),
      });
      progress.stop('pass');
      await redis.set(resultKey(id), makeResult(result), 'PX', KEEP_MS);
      return { engineMs: time.ms };
    } catch (error) {
      progress.stop();
      if (abort.signal.reason === this.#leaving) throw await this.#handBack(taken, token);
      throw new Error(makeReason(toFault(error), time.ms));
    } finally {
      this.#running.delete(id);
      end.resolve();
    }
  }

  /** Puts the job back into its queue, for another worker. */
  async #handBack(taken: Taken<RedisJob>, token: string | undefined): Promise<Error> {
    if (this.#connection.isUp) await within(FAREWELL_MS, taken.moveToWait(token));
    return new WaitingError();
  }

  #tell(taken: Taken<RedisJob>, progress: Progress): void {
    taken.updateProgress({ ...progress }).catch(error => this.#options.log.debug(error, 'Redis'));
  }

  /**
   * Takes no more jobs and finishes those that it has; jobs that take too long go back into their queues. Called again,
   * all go back at once.
   */
  close(): Promise<void> {
    if (this.#closing) this.#hurry.abort();
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    for (const worker of this.#workers) await worker.pause(true);
    // Its open parts are searched here: there may be no other worker left that takes them.
    this.#sharing.leave();
    // It may be signed in although its first beat is not over.
    if (this.#connection.redis.status === 'ready') await within(FAREWELL_MS, signOut(this.#connection.redis, this.#id));
    if (this.#connection.isUp) {
      await within(GRACE_MS, this.#idle(), this.#hurry.signal);
    }
    this.#give([...this.#running.keys()], this.#leaving);
    await within(FAREWELL_MS, this.#idle());
    // A Redis that is gone gets no messages: other workers find the jobs that were left there.
    const closed = this.#workers.map(worker => worker.close(!this.#connection.isUp));
    await within(FAREWELL_MS, Promise.allSettled(closed));
    await within(FAREWELL_MS, this.#sharing.close());
    this.#connection.close();
    await this.#runner.close();
  }

  async #idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ end }) => end.promise));
  }

  /** Kills the engines without waiting, as the last resort. */
  kill(): void {
    this.#runner.kill();
  }
}

/** Why a job need not be done any more; undefined if it has to be. */
async function unwanted(redis: Redis, id: string, asker: string): Promise<Fault | undefined> {
  const [reason, lives] = await redis.mget(cancelKey(id), askerKey(asker));
  if (reason) return parseReason(reason);
  return lives === null ? new Fault('cancelled', 'Whoever asked for this is gone.') : undefined;
}
