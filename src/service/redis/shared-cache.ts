import type { Logger } from 'pino';
import { within } from '../../base/clock.ts';
import type { Answers, Cache, CacheStats, Space } from '../cache.ts';
import type { RedisConnection } from './connection.ts';
import { keep, recall } from './scripts.ts';

/**
 * Answers that take an engine long. Maia's predictions are not shared: making them anew is as fast as fetching them.
 */
const SHARED: readonly Space[] = ['eval', 'report'];
/** How long Redis may take to answer before the cache does without it. */
const PATIENCE_MS = 500;

interface SharedCacheOptions {
  local: Cache;
  /** A function, since the connection is made later than the cache. */
  connection: () => RedisConnection;
  /** The size of the cache in Redis that all workers share. */
  maxBytes: number;
  log: Logger;
}

/** The cache of this machine, and behind it the one in Redis; while Redis cannot be reached, only the first. */
export class SharedCache implements Answers {
  readonly #options: SharedCacheOptions;
  #hits = 0;

  constructor(options: SharedCacheOptions) {
    this.#options = options;
  }

  async get(space: Space, key: string): Promise<unknown> {
    const { local, connection } = this.#options;
    const known = local.get(space, key);
    if (known !== undefined || !SHARED.includes(space) || !connection().isUp) return known;
    const value = await this.#recall(nameOf(space, key));
    if (value === undefined) return undefined;
    this.#hits++;
    local.set(space, key, value);
    return value;
  }

  /** Undefined where there is no answer, none in time, or a damaged one, which will be replaced. */
  async #recall(name: string): Promise<unknown> {
    const { connection, maxBytes, log } = this.#options;
    let value: unknown;
    const recalled = recall(connection().redis, name, maxBytes).then(text => {
      value = text === null ? undefined : JSON.parse(text);
    });
    await within(
      PATIENCE_MS,
      recalled.catch(error => log.debug(error, 'the shared cache')),
    );
    return value;
  }

  set(space: Space, key: string, value: unknown): void {
    const { local, connection, maxBytes, log } = this.#options;
    local.set(space, key, value);
    if (!SHARED.includes(space) || !connection().isUp) return;
    keep(connection().redis, nameOf(space, key), JSON.stringify(value), maxBytes).catch(error =>
      log.debug(error, 'the shared cache'),
    );
  }

  /** Answers from Redis count as hits. */
  stats(): CacheStats {
    const { hits, misses, ...stats } = this.#options.local.stats();
    return { ...stats, hits: hits + this.#hits, misses: misses - this.#hits };
  }

  close(): void {
    this.#options.local.close();
  }
}

const nameOf = (space: Space, key: string): string => `${space}:${key}`;
