import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { systemReason } from '../../base/fault.ts';
import { BEAT_MS } from './protocol.ts';

interface LinkOptions {
  url: string;
  log: Logger;
  /** Said again and again while it is there; the first time before `onUp`. */
  beat: (redis: Redis) => Promise<void>;
  beatMs?: number;
  onUp: () => void;
  onDown: (why: string) => void;
}

/** A Redis that says nothing for so long is not there, whatever the socket says. */
const SILENCE_MS = 5_000;
const MAX_PAUSE_MS = 2_000;

/**
 * The connection to Redis, and whether it is of any use: it is up once a beat has been answered. It comes back by
 * itself; what is asked meanwhile waits for that.
 */
export class RedisConnection {
  readonly #options: LinkOptions;
  readonly redis: Redis;
  readonly #others: Redis[] = [];
  #checked = false;
  #lastError: Error | undefined;
  #why: string | undefined;
  #state: 'opening' | 'up' | 'down' = 'opening';
  #next: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.redis = new Redis(options.url, {
      // BullMQ wants it so: what waits for an answer waits until there is one.
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

  /** Why it is not up, if it is not. */
  get problem(): string | undefined {
    return this.isUp ? undefined : (this.#why ?? notYet(this.#options.url));
  }

  /** One more connection, for what waits on it or listens; closed with this one. */
  another(): Redis {
    const redis = this.redis.duplicate();
    // Whatever befalls it befalls this one, too, and is told there.
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

  /** A connection of which the other end knows nothing any more would stay silent for ever: all are made anew. */
  #silent(): void {
    this.#down(silentText(this.#options.url));
    for (const redis of [this.redis, ...this.#others]) if (redis.status === 'ready') redis.disconnect(true);
  }

  /** Once for each time it is connected: another Redis may have taken the place. */
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

/** The address without the user and the password in it. */
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
  // It answers, and what it says is its own affair: it starts, its disk is full, its original is gone.
  if (error.name === 'ReplyError') return `Redis at ${place} refuses: ${error.message}`;
  return `Redis at ${place} cannot be reached (${systemReason(error)}); start it, or check REDIS_URL.`;
}

/** Before the first word. */
const notYet = (url: string): string => `Redis at ${placeOf(url)} has not answered yet.`;

const silentText = (url: string): string => `Redis at ${placeOf(url)} does not answer.`;

/** What is wrong with a Redis that answers, from what it says of itself; undefined if nothing is. */
export function versionProblem(info: string, url: string): string | undefined {
  const version = fieldOf(info, 'redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return undefined;
  return `Redis at ${placeOf(url)} is version ${version || 'unknown'}; Kibitz needs ${MIN_VERSION.join('.')} or later.`;
}

/** A Redis that makes room by forgetting would forget jobs. */
export function memoryProblem(info: string, url: string): string | undefined {
  const policy = fieldOf(info, 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction' || fieldOf(info, 'maxmemory') === '0') return undefined;
  return `Redis at ${placeOf(url)} forgets jobs when its memory is full (maxmemory-policy ${policy}); set it to noeviction.`;
}

const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
