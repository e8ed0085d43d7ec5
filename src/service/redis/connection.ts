import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { systemReason } from '../../base/fault.ts';
import { BEAT_MS } from './protocol.ts';

interface ConnectionOptions {
  url: string;
  log: Logger;
  /** Called at intervals while Redis answers; the first time before `onUp`. */
  beat: (redis: Redis) => Promise<void>;
  beatMs?: number;
  onUp: () => void;
  onDown: (why: string) => void;
}

/** A Redis that is silent for so long counts as lost, even if the socket is still open. */
const SILENCE_MS = 5_000;
const MAX_PAUSE_MS = 2_000;

/**
 * The connection to Redis. It is up once a beat has been answered, and connects again by itself; commands that are sent
 * meanwhile wait until then.
 */
export class RedisConnection {
  readonly #options: ConnectionOptions;
  readonly redis: Redis;
  readonly #others: Redis[] = [];
  #checked = false;
  #lastError: Error | undefined;
  #why: string | undefined;
  #state: 'opening' | 'up' | 'down' = 'opening';
  #next: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.redis = new Redis(options.url, {
      // BullMQ requires this: a command is never given up, but waits for its answer.
      maxRetriesPerRequest: null,
      retryStrategy: times => Math.min(MAX_PAUSE_MS, 100 * 2 ** Math.min(times, 10)),
    });
    this.redis.on('error', error => {
      this.#lastError = error;
    });
    this.redis.on('close', () => this.#lost());
    void this.#beat();
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  /** Why the connection is not up; undefined if it is. */
  get problem(): string | undefined {
    return this.isUp ? undefined : (this.#why ?? `Redis at ${placeOf(this.#options.url)} has not answered yet.`);
  }

  /** Opens one more connection, for commands that block or listen; it is closed with this one. */
  another(): Redis {
    const redis = this.redis.duplicate();
    // Its errors befall the main connection, too, and are reported there.
    redis.on('error', error => this.#options.log.debug(error, 'a connection to Redis'));
    this.#others.push(redis);
    return redis;
  }

  #lost(): void {
    this.#checked = false;
    const error = this.#lastError ?? new Error('the connection was closed');
    this.#lastError = undefined;
    this.#down(problemText(error, this.#options.url));
  }

  async #beat(): Promise<void> {
    const { url, beat, beatMs = BEAT_MS } = this.#options;
    const silence = setTimeout(() => this.#silent(), SILENCE_MS);
    try {
      const problem = await this.#check();
      if (problem === undefined) {
        await beat(this.redis);
        this.#up();
      } else this.#down(problem);
    } catch (error) {
      this.#down(problemText(error as Error, url));
    } finally {
      clearTimeout(silence);
      if (!this.#closed) this.#next = setTimeout(() => void this.#beat(), beatMs);
    }
  }

  /** Opens all connections anew: one that the other end has forgotten would stay silent for ever. */
  #silent(): void {
    this.#down(`Redis at ${placeOf(this.#options.url)} does not answer.`);
    for (const redis of [this.redis, ...this.#others]) if (redis.status === 'ready') redis.disconnect(true);
  }

  /** Checks Redis once after each connect, since another Redis may have taken its place. */
  async #check(): Promise<string | undefined> {
    if (this.#checked) return undefined;
    const { url, log } = this.#options;
    const info = await this.redis.info();
    const problem = versionProblem(info, url);
    if (problem !== undefined) return problem;
    this.#checked = true;
    const forgetful = memoryProblem(info, url);
    if (forgetful !== undefined) log.warn(forgetful);
    return undefined;
  }

  #up(): void {
    if (this.#state === 'up' || this.#closed) return;
    if (this.#state === 'down') this.#options.log.warn(`Redis at ${placeOf(this.#options.url)} is there again.`);
    this.#state = 'up';
    this.#why = undefined;
    this.#options.onUp();
  }

  #down(why: string): void {
    if (this.#closed || why === this.#why) return;
    this.#state = 'down';
    this.#why = why;
    this.#options.log.warn(why);
    this.#options.onDown(why);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#next);
    for (const redis of [this.redis, ...this.#others]) redis.disconnect();
  }
}

/** Why Redis cannot be used, in sentences that say what to do. None of them shows the password. */

/** BullMQ's own recommendation: https://docs.bullmq.io/guide/redis-tm-compatibility */
const MIN_VERSION = [6, 2] as const;

/** The address without user and password. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '6379'}`;
}

export function problemText(error: Error & { code?: string }, url: string): string {
  const place = placeOf(url);
  if (/^WRONGPASS|invalid password/.test(error.message))
    return `Redis at ${place} does not accept the password; check REDIS_URL.`;
  if (/^NOAUTH/.test(error.message))
    return `Redis at ${place} asks for a password; write it into REDIS_URL as redis://:password@${place}.`;
  if (/^NOPERM/.test(error.message))
    return `Redis at ${place} does not let this user do what Kibitz needs; check the user in REDIS_URL.`;
  if (/^OOM/.test(error.message))
    return `Redis at ${place} has no memory left (maxmemory); give it more, or lower KIBITZ_CACHE_MB where workers run.`;
  if (/^READONLY/.test(error.message))
    return `Redis at ${place} is a copy that takes nothing; write the address of the original into REDIS_URL.`;
  // Redis answers with an error of its own, for instance while it starts or when its disk is full.
  if (error.name === 'ReplyError') return `Redis at ${place} refuses: ${error.message}`;
  return `Redis at ${place} cannot be reached (${systemReason(error)}); start it, or check REDIS_URL.`;
}

/** The sentence for a Redis that is too old, from its INFO; undefined if it is not. */
export function versionProblem(info: string, url: string): string | undefined {
  const version = fieldOf(info, 'redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return undefined;
  return `Redis at ${placeOf(url)} is version ${version || 'unknown'}; Kibitz needs ${MIN_VERSION.join('.')} or later.`;
}

/** The sentence for a Redis that evicts keys when its memory is full, and so may lose jobs. */
export function memoryProblem(info: string, url: string): string | undefined {
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction' || fieldOf(info, 'maxmemory') === '0') return undefined;
  return `Redis at ${placeOf(url)} forgets jobs when its memory is full (maxmemory-policy ${policy}); set it to noeviction.`;
}

const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
