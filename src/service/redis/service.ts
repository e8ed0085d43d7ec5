import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { within } from '../../base/clock.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, Fault, throwIfAborted } from '../../base/fault.ts';
import { closing, Dispatcher } from '../dispatcher.ts';
import type { QueueLimits, Task } from '../job-queue.ts';
import type {
  Job,
  JobKind,
  JobObserver,
  JobOf,
  JobOptions,
  JobResults,
  MeasurableService,
  Progress,
  ServiceHealth,
} from '../jobs.ts';
import { packedResult, unpackResult } from '../protocol.ts';
import type { Status } from '../status.ts';
import { problemText, RedisConnection } from './connection.ts';
import {
  askerKey,
  engineMsIn,
  LEASE_MS,
  makeJobId,
  parseReason,
  QUEUE_OF,
  queueOf,
  RELEASE,
  taskIn,
  workersDied,
} from './protocol.ts';
import { BEATS_PER_LOOK, RedisQueues } from './queues.ts';
import { signIn, signOut, takeTurn } from './scripts.ts';
import { capacityOfAll, type Member, statusOf, type WorkerInfo, WorkerRegistry } from './worker-registry.ts';

export interface RedisServiceOptions extends QueueLimits {
  url: string;
  log: Logger;
  /** How long a lost Redis or missing workers are waited for before jobs are refused as busy. */
  patienceMs?: number;
}

const PATIENCE_MS = 15_000;
const GRACE_MS = 30_000;
/** How long the last messages may take, as Redis may not answer. */
const FAREWELL_MS = 2_000;

/**
 * The workers behind Redis as one service. Jobs wait in this process and are sent when workers can take them; from
 * there on BullMQ sees to it that one worker does each job. Several bots may share the workers, and owners take turns
 * across them, too.
 */
export class RedisService implements MeasurableService {
  readonly #options: RedisServiceOptions;
  readonly #me = randomBytes(6).toString('hex');
  readonly #dispatcher: Dispatcher;
  readonly #connection: RedisConnection;
  readonly #registry: WorkerRegistry;
  /** The tasks that are in Redis, by their ids there. */
  readonly #sent = new Map<string, Task>();
  /** The ids of tasks that are just being sent to Redis. */
  readonly #leaving = new Set<string>();
  /** Resolves when workers are there for the first time, or when waiting for them has taken too long. */
  readonly #opened: Deferred<void> = deferred();
  /** Opened when Redis is there for the first time. */
  #queues: RedisQueues | undefined;
  #workers: WorkerInfo[] = [];
  #beats = 0;
  #trouble: { why: string; timer: NodeJS.Timeout; told: boolean } | undefined;
  #closing: Promise<void> | undefined;
  readonly #hurry = new AbortController();

  constructor(options: RedisServiceOptions) {
    this.#options = options;
    this.#dispatcher = new Dispatcher({
      ...options,
      executor: {
        capacity: () => (this.#connection.isUp && this.#workers.length > 0 ? capacityOfAll(this.#workers) : undefined),
        begin: task => this.#try(this.#send(task).catch(error => this.#unsent(task, error))),
        cancel: (task, fault) => this.#try(this.#withdraw(this.#idOf(task), fault)),
        wanted: () => undefined,
      },
    });
    this.#registry = new WorkerRegistry('bot', options.log);
    this.#connection = new RedisConnection({
      ...options,
      beat: redis => this.#beat(redis),
      onUp: () => this.#up(),
      onDown: why => this.#unavailable(why, this.#queues ? this.#patienceMs : 0),
    });
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? PATIENCE_MS;
  }

  async run<K extends JobKind>(job: JobOf<K>, options: JobOptions = {}): Promise<JobResults[K]> {
    if (job.kind === 'status') return (await this.#status(options.signal)) as JobResults[K];
    return unpackResult(await this.#dispatcher.run(job, options)) as JobResults[K];
  }

  async runPacked(job: Job, options: JobOptions = {}): Promise<Uint8Array> {
    return packedResult(await this.#dispatcher.run(job, options));
  }

  observe(observer: JobObserver): void {
    this.#dispatcher.observe(observer);
  }

  health(): ServiceHealth {
    const { isUp: up } = this.#connection;
    const workers = up ? this.#workers.length : 0;
    const problem = this.#connection.problem ?? (workers > 0 ? undefined : this.#noWorker);
    return { queue: this.#dispatcher.counts, redis: { up, workers }, problem };
  }

  async #status(signal: AbortSignal | undefined): Promise<Status> {
    throwIfAborted(signal);
    const gaveUp = deferred<void>(signal);
    await Promise.race([this.#opened.promise, gaveUp.promise]);
    gaveUp.resolve();
    if (this.#closing) throw closing();
    const status = statusOf(this.#workers, this.#dispatcher.counts);
    if (!status || !this.#connection.isUp) throw busy(this.#trouble?.why ?? this.#noWorker);
    const { refused } = this.#registry;
    return { ...status, ...(refused.length > 0 && { refused }) };
  }

  async #beat(redis: Redis): Promise<void> {
    await redis.set(askerKey(this.#me), 1, 'PX', LEASE_MS);
    await signIn(redis, { id: this.#me, role: 'bot', host: hostname(), ...RELEASE } satisfies Member);
    this.#workers = await this.#registry.look(redis);
    if (!this.#queues) return;
    if (++this.#beats % BEATS_PER_LOOK === 0) this.#try(this.#look());
    this.#useWorkers();
  }

  #up(): void {
    this.#queues ??= this.#openQueues();
    this.#useWorkers();
    // While the connection was lost, tasks may have been given up, and events of their ends may have been missed.
    for (const [id, task] of this.#sent) if (!this.#isWanted(task)) this.#try(this.#withdraw(id, cancelled()));
    this.#try(this.#look());
  }

  #useWorkers(): void {
    if (this.#workers.length === 0) return this.#unavailable(this.#noWorker, this.#patienceMs);
    clearTimeout(this.#trouble?.timer);
    if (this.#trouble?.told) this.#dispatcher.open();
    this.#trouble = undefined;
    this.#dispatcher.dispatch();
    this.#opened.resolve();
  }

  get #noWorker(): string {
    return this.#registry.problem ?? 'No worker is there; "kibitz worker" starts one.';
  }

  /** Redis or the workers cannot be reached. If that lasts, all jobs are refused as busy until they can be again. */
  #unavailable(why: string, patienceMs: number): void {
    if (this.#closing) return;
    const tell = () => {
      if (!this.#trouble || this.#closing) return;
      this.#trouble.told = true;
      const fault = busy(this.#trouble.why);
      this.#dispatcher.shut(fault);
      this.#dispatcher.refuseRunning(fault);
      this.#opened.resolve();
    };
    if (this.#trouble) this.#trouble.why = why;
    else this.#trouble = { why, timer: setTimeout(tell, patienceMs), told: false };
    if (this.#trouble.told) tell();
  }

  #openQueues(): RedisQueues {
    return new RedisQueues({
      ...{ connection: this.#connection, log: this.#options.log, queues: Object.values(QUEUE_OF) },
      onProgress: (id, progress) => this.#progressed(id, progress),
      onDone: (id, engineMs) => this.#try(this.#fetch(id, engineMs)),
      onFailed: (id, reason) => this.#failed(id, reason),
    });
  }

  #idOf({ id, attempts }: Task): string {
    return makeJobId(this.#me, id, attempts);
  }

  #isWanted(task: Task): boolean {
    return task.waiters.size > 0 && this.#dispatcher.running.includes(task);
  }

  async #send(task: Task): Promise<void> {
    const id = this.#idOf(task);
    // The job may have ended before Redis confirms that it has arrived.
    this.#sent.set(id, task);
    this.#leaving.add(id);
    try {
      await this.#add(id, task);
    } catch (error) {
      this.#sent.delete(id);
      throw error;
    } finally {
      this.#leaving.delete(id);
    }
    // The task may have been given up while it was sent.
    if (!this.#isWanted(task)) await this.#withdraw(id, cancelled());
  }

  async #add(id: string, { job, claim }: Task): Promise<void> {
    const turn = claim.priority === 'move' ? 0 : await takeTurn(this.#connection.redis, claim.priority, claim.owner);
    await this.#queues?.send(queueOf(claim), id, { asker: this.#me, job, claim, turn });
  }

  #unsent({ id }: Task, error: Error): void {
    if (!this.#closing) this.#dispatcher.failed(id, busy(problemText(error, this.#options.url)));
  }

  async #withdraw(id: string, fault: Fault): Promise<void> {
    const task = this.#sent.get(id);
    if (task && (await this.#queues?.withdraw(queueOf(task.claim), id, fault))) this.#end(id, fault);
  }

  #progressed(id: string, progress: Progress): void {
    if (this.#sent.has(id)) this.#dispatcher.tell(taskIn(id, this.#me) ?? 0, progress);
  }

  /** Fetches the result of a task. */
  async #fetch(id: string, engineMs: number): Promise<void> {
    const task = this.#sent.get(id);
    if (!task || !this.#queues) return;
    // Removed first, so that it is fetched only once; if that fails, the next look fetches it.
    this.#sent.delete(id);
    const result = await this.#queues.result(id).catch(error => {
      this.#sent.set(id, task);
      throw error;
    });
    if (!result) return this.#lose([task]);
    this.#dispatcher.done(task.id, result, engineMs);
    await this.#queues.forget(id);
  }

  #failed(id: string, reason: string): void {
    const task = this.#sent.get(id);
    const fault = parseReason(reason);
    // A worker cancels jobs of a process that it takes for dead, which was wrong here: the task is tried again.
    if (task && this.#isWanted(task) && fault.code === 'cancelled') {
      this.#sent.delete(id);
      this.#lose([task]);
    } else this.#end(id, fault, engineMsIn(reason));
  }

  #end(id: string, fault: Fault, engineMs = 0): void {
    const task = this.#sent.get(id);
    this.#sent.delete(id);
    if (task) this.#dispatcher.failed(task.id, fault, engineMs);
  }

  #lose(tasks: Task[]): void {
    this.#dispatcher.takeBack(tasks, workersDied());
    this.#dispatcher.dispatch();
  }

  /** Looks for tasks whose end was missed, and for tasks that were lost in a restart of Redis. */
  async #look(): Promise<void> {
    const sent = [...this.#sent].filter(([id]) => !this.#leaving.has(id));
    await Promise.all(sent.map(([id, { claim }]) => this.#queues?.look(queueOf(claim), id)));
  }

  /** Errors are only logged: the next look repairs them, or the connection reports them. */
  #try(work: Promise<void>): void {
    work.catch(error => this.#options.log.debug(error, 'Redis'));
  }

  close(): Promise<void> {
    if (this.#closing) this.#hurry.abort();
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<void> {
    clearTimeout(this.#trouble?.timer);
    this.#dispatcher.shut(closing());
    this.#opened.resolve();
    const answers = this.#dispatcher.running.flatMap(({ waiters }) => [...waiters].map(({ answer }) => answer.promise));
    if (this.#connection.isUp) await within(GRACE_MS, Promise.allSettled(answers), this.#hurry.signal);
    this.#dispatcher.refuseRunning(closing());
    if (this.#connection.isUp) await within(FAREWELL_MS, this.#sayGoodbye());
    if (this.#queues) this.#try(this.#queues.close());
    this.#connection.close();
  }

  async #sayGoodbye(): Promise<void> {
    const withdrawn = [...this.#sent.keys()].map(id => this.#withdraw(id, closing()));
    await Promise.allSettled([
      ...withdrawn,
      this.#connection.redis.unlink(askerKey(this.#me)),
      signOut(this.#connection.redis, this.#me),
    ]);
  }
}

const busy = (why: string): Fault => new Fault('busy', `Busy, try again in a minute. ${why}`);
