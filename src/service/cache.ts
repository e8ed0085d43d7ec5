import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { Logger } from 'pino';
import { makeFolder } from '../engine/folder.ts';

export const SPACES = ['eval', 'maia', 'report'] as const;
/** What is remembered: evaluations, human predictions, and whole reports. */
export type Space = (typeof SPACES)[number];

export interface CacheStats {
  /** Null: nothing is kept on disk; `problem` says why. */
  path: string | null;
  problem: string | null;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

/** Where answers are kept. Those of other machines take a moment. */
export interface Answers {
  get(space: Space, key: string): unknown;
  set(space: Space, key: string, value: unknown): void;
  stats(): CacheStats;
  close(): void;
}

export interface CacheOptions {
  folder: string;
  maxBytes: number;
  log: Logger;
  now?: () => number;
}

const FILE = 'cache.sqlite';
const SCHEMA_VERSION = 1;
/** Two processes that start together on a new file get in each other's way for a moment. */
const OPEN_ATTEMPTS = 5;
/** Reads are remembered in memory and written together, so that a hit costs no write. */
const FLUSH_AFTER_TOUCHES = 256;
/** Room made beyond what is needed, so that a full cache is not swept at every write. */
const SWEEP_TO = 0.9;
/** Keys and row overhead, roughly. */
const ENTRY_OVERHEAD = 100;

/**
 * Answers on disk, bounded; the least recently used go first. Several processes may share the file. A cache that
 * cannot be opened or written is a slower Kibitz, never a broken one: it says so once and keeps quiet.
 */
export class Cache implements Answers {
  readonly #options: CacheOptions;
  readonly #touched = new Map<string, { space: Space; key: string; used: number }>();
  #db: Database.Database | undefined;
  #problem: string | null = null;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#guard('opened', () => {
      makeFolder(options.folder);
      this.#db = this.#open();
      this.#bytes = this.#sum();
    });
  }

  get #path(): string {
    return join(this.#options.folder, FILE);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #open(attempts = OPEN_ATTEMPTS): Database.Database {
    try {
      return openDatabase(this.#path);
    } catch (error) {
      if (isBusy(error) && attempts > 1) return this.#open(attempts - 1);
      // A file that is no database, or one of a later version, is put aside rather than thrown away.
      if (!/not a database|malformed|newer version/.test(String(error))) throw error;
      renameSync(this.#path, `${this.#path}.broken`);
      this.#options.log.warn({ path: this.#path }, 'the cache was not readable and has been put aside');
      return openDatabase(this.#path);
    }
  }

  #sum(): number {
    const row = this.#db?.prepare('SELECT coalesce(sum(bytes), 0) AS total FROM entries').get() as { total: number };
    return row.total;
  }

  /** Runs one use of the database; a failure (other than "busy") switches the cache off for good, with one warning. */
  #guard<T>(what: string, use: () => T): T | undefined {
    try {
      return use();
    } catch (error) {
      // Another process holds the file: this once is done without it.
      if (what !== 'opened' && isBusy(error)) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.#problem = `the cache in ${this.#options.folder} could not be ${what} (${reason}); nothing is remembered`;
      this.#options.log.warn(this.#problem);
      this.#db = undefined;
      return undefined;
    }
  }

  get(space: Space, key: string): unknown {
    const found = this.#guard('read', () => {
      const query = this.#db?.prepare('SELECT value FROM entries WHERE space = ? AND key = ?');
      const row = query?.get(space, key) as { value: string } | undefined;
      return row && { value: JSON.parse(row.value) as unknown };
    });
    if (!found) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#touched.set(`${space}:${key}`, { space, key, used: this.#now() });
    if (this.#touched.size >= FLUSH_AFTER_TOUCHES) this.flush();
    return found.value;
  }

  set(space: Space, key: string, value: unknown): void {
    const text = JSON.stringify(value);
    const bytes = text.length + key.length + ENTRY_OVERHEAD;
    if (bytes > this.#options.maxBytes) return;
    this.#guard('written', () => {
      const insert = this.#db?.prepare(
        'INSERT OR REPLACE INTO entries (space, key, value, bytes, used) VALUES (?, ?, ?, ?, ?)',
      );
      insert?.run(space, key, text, bytes, this.#now());
      this.#bytes += bytes;
      if (this.#bytes > this.#options.maxBytes) this.#sweep();
    });
  }

  /** Drops the least recently used until there is room. Counts anew first: other processes write and sweep too. */
  #sweep(): void {
    this.flush();
    if (!this.#db) return;
    this.#bytes = this.#sum();
    let excess = this.#bytes - this.#options.maxBytes * SWEEP_TO;
    if (this.#bytes <= this.#options.maxBytes) return;
    const rows = this.#db?.prepare('SELECT rowid, bytes FROM entries ORDER BY used, rowid').all() as
      | { rowid: number; bytes: number }[]
      | undefined;
    const drop = this.#db?.prepare('DELETE FROM entries WHERE rowid = ?');
    this.#db?.transaction(() => {
      for (const { rowid, bytes } of rows ?? []) {
        if (excess <= 0) break;
        drop?.run(rowid);
        excess -= bytes;
        this.#bytes -= bytes;
      }
    })();
  }

  flush(): void {
    if (this.#touched.size === 0) return;
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    this.#guard('written', () => {
      const touch = this.#db?.prepare('UPDATE entries SET used = ? WHERE space = ? AND key = ?');
      this.#db?.transaction(() => {
        for (const { space, key, used } of touched) touch?.run(used, space, key);
      })();
    });
  }

  stats(): CacheStats {
    const count = this.#guard('read', () => this.#db?.prepare('SELECT count(*) AS n FROM entries').get()) as
      | { n: number }
      | undefined;
    return {
      path: this.#db ? this.#path : null,
      problem: this.#problem,
      entries: count?.n ?? 0,
      bytes: this.#db ? this.#bytes : 0,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  close(): void {
    this.flush();
    this.#guard('closed', () => this.#db?.close());
    this.#db = undefined;
  }
}

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

function openDatabase(path: string): Database.Database {
  const db = new Database(path);
  try {
    db.exec('PRAGMA busy_timeout = 250; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (version > SCHEMA_VERSION) throw new Error(`written by a newer version (${version})`);
    db.exec(`
      CREATE TABLE IF NOT EXISTS entries (
        space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL,
        PRIMARY KEY (space, key)
      );
      CREATE INDEX IF NOT EXISTS entries_used ON entries (used, bytes); -- covers the sum and the sweep
      PRAGMA user_version = ${SCHEMA_VERSION};
    `);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
