import type { Logger } from 'pino';
import type { Answers, Cache, CacheStats, Space } from '../cache.ts';
import type { RedisConnection } from './connection.ts';
import { keep, recall } from './scripts.ts';

/** What takes an engine long. What Maia says is had as fast as from another machine. */
const SHARED: readonly Space[] = ['eval', 'report'];
/** A Redis that takes longer is no help. */
const PATIENCE_MS = 500;

interface SharedCacheOptions {
  local: Cache;
  /** Made after this. */
  link: () => RedisConnection;
  /** In Redis, for all workers together. */
  maxBytes: number;
  log: Logger;
}

/** The answers of this machine, and behind them those of all others. While Redis is away it is the former alone. */
export class SharedCache implements Answers {
  readonly #options: SharedCacheOptions;
  #hits = 0;

  constructor(options: SharedCacheOptions) {
    this.#options = options;
  }

  async get(space: Space, key: string): Promise<unknown> {
    const { local, link } = this.#options;
    const known = local.get(space, key);
    if (known !== undefined || !SHARED.includes(space) || !link().isUp) return known;
    const text = await this.#recall(nameOf(space, key));
    const value = text === null ? undefined : this.#read(text);
    if (value === undefined) return undefined;
    this.#hits++;
    local.set(space, key, value);
    return value;
  }

  /** What is damaged is found anew, and replaced by that. */
  #read(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      this.#options.log.debug(error, 'the shared cache');
      return undefined;
    }
  }

  async #recall(name: string): Promise<string | null> {
    const { link, maxBytes, log } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>(resolve => {
      timer = setTimeout(resolve, PATIENCE_MS, null);
    });
    const found = recall(link().redis, name, maxBytes).catch(error => {
      log.debug(error, 'the shared cache');
      return null;
    });
    try {
      return await Promise.race([found, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  set(space: Space, key: string, value: unknown): void {
    const { local, link, maxBytes, log } = this.#options;
    local.set(space, key, value);
    if (!SHARED.includes(space) || !link().isUp) return;
    keep(link().redis, nameOf(space, key), JSON.stringify(value), maxBytes).catch(error =>
      log.debug(error, 'the shared cache'),
    );
  }

  /** What others have found counts as found. */
  stats(): CacheStats {
    const { hits, misses, ...stats } = this.#options.local.stats();
    return { ...stats, hits: hits + this.#hits, misses: misses - this.#hits };
  }

  close(): void {
    this.#options.local.close();
  }
}

const nameOf = (space: Space, key: string): string => `${space}:${key}`;
