import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder } from '../base/folder.ts';
import { fileAt, isBusy, isDamaged, isFolder, isUnwritable, putAside, Sqlite } from '../base/sqlite.ts';
import { current, type Game } from '../chess/game.ts';
import { epdOf, fenOf } from '../chess/position.ts';
import { HISTORY_LENGTH } from '../engine/maia3-encoding.ts';
import type { Status } from './status.ts';

/** The kinds of answers that are cached: evaluations, human predictions, and whole reports. */
export type Space = 'eval' | 'maia' | 'report';
export type CacheStats = Status['cache'];

/** A cache of answers. `get` may return a promise, as answers of other machines take a moment. */
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
const BUSY_MS = 250;
/** Reads are remembered in memory and written together, so that a hit costs no write. */
const FLUSH_AFTER_TOUCHES = 256;
/** A sweep frees more than is needed, so that a full cache is not swept at every write. */
const SWEEP_TO = 0.9;
/** Keys and row overhead, roughly. */
const ENTRY_OVERHEAD = 100;
/** How often a damaged file is replaced, so that a broken disk does not fill the log. */
const MOST_RENEWALS = 3;
/** How long nothing is written after a write has failed, as on a full disk. */
const WRITING_PAUSE_MS = 60_000;

type Use = 'opened' | 'read' | 'written' | 'closed';

/**
 * Answers on disk, up to a number of bytes; the least recently used are deleted first. Several processes may share the
 * file. A cache that cannot be opened or written makes Kibitz slower, not wrong, and is reported once. A damaged file
 * is put aside when the damage is found, and a new one is begun.
 */
export class Cache implements Answers {
  readonly #options: CacheOptions;
  readonly #touched = new Map<string, { space: Space; key: string; used: number }>();
  #db: Sqlite | undefined;
  /** The inode of the open file, since another process may put that aside and begin a new one. */
  #file: number | undefined;
  #problem: string | null = null;
  #renewals = 0;
  #mayWriteAt = Number.NEGATIVE_INFINITY;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#guard('opened', () => {
      makeFolder(options.folder);
      this.#open();
    });
  }

  get #path(): string {
    return join(this.#options.folder, FILE);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #open(): void {
    const db = new Sqlite(this.#path, { busyMs: BUSY_MS });
    try {
      prepare(db);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    this.#file = fileAt(this.#path);
    this.#bytes = sumOf(db);
  }

  /** Runs one use of the database. A failure never fails the job that asks the cache. */
  #guard<T>(what: Use, use: () => T): T | undefined {
    try {
      return use();
    } catch (error) {
      this.#recover(what, error);
      return undefined;
    }
  }

  #recover(what: Use, error: unknown): void {
    // Another process holds the file: only this one use goes without the cache.
    if (what !== 'opened' && isBusy(error)) return;
    const hasMoved = this.#db !== undefined && fileAt(this.#path) !== this.#file;
    const isLost = hasMoved || isUseless(error) || isFolder(this.#path);
    if (isLost && this.#renewals < MOST_RENEWALS) return this.#renew(hasMoved, error);
    if (what === 'written' && isUnwritable(error)) return this.#pauseWriting(error);
    this.#tell(`could not be ${what} (${reasonOf(error)}); nothing is remembered`);
    this.#db = undefined;
  }

  /** Begins a new file. The old one is kept for inspection until the next one is put aside. */
  #renew(hasMoved: boolean, error: unknown): void {
    this.#renewals++;
    this.#touched.clear();
    closeQuietly(this.#db);
    this.#db = undefined;
    this.#guard('opened', () => {
      if (!hasMoved) {
        putAside(this.#path);
        const words = `the cache was not readable (${reasonOf(error)}) and has been put aside; a new one is begun`;
        this.#options.log.warn({ path: this.#path }, words);
      }
      this.#open();
    });
  }

  /** Stops writing for a while; answers that are cached already can still be read. */
  #pauseWriting(error: unknown): void {
    this.#mayWriteAt = this.#now() + WRITING_PAUSE_MS;
    this.#touched.clear();
    this.#tell(`could not be written (${reasonOf(error)}); nothing new is remembered until it can`);
  }

  /** Logs each problem once, however often it occurs. */
  #tell(what: string): void {
    const problem = `the cache in ${this.#options.folder} ${what}`;
    if (problem !== this.#problem) this.#options.log.warn(problem);
    this.#problem = problem;
  }

  #write(use: (db: Sqlite) => void): void {
    this.#guard('written', () => {
      if (!this.#db || this.#now() < this.#mayWriteAt) return;
      use(this.#db);
      if (this.#now() >= this.#mayWriteAt) this.#problem = null;
    });
  }

  get(space: Space, key: string): unknown {
    const found = this.#guard('read', () => {
      const query = 'SELECT value FROM entries WHERE space = ? AND key = ?';
      const row = this.#db?.get<{ value: string }>(query, space, key);
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
    this.#write(db => {
      const insert = 'INSERT OR REPLACE INTO entries (space, key, value, bytes, used) VALUES (?, ?, ?, ?, ?)';
      db.run(insert, space, key, text, bytes, this.#now());
      this.#bytes += bytes;
      if (this.#bytes > this.#options.maxBytes) this.#sweep();
    });
  }

  /** Drops the least recently used until there is space for more. Counts anew first: other processes write and sweep too. */
  #sweep(): void {
    this.flush();
    const db = this.#db;
    if (!db) return;
    this.#bytes = sumOf(db);
    let excess = this.#bytes - this.#options.maxBytes * SWEEP_TO;
    if (this.#bytes <= this.#options.maxBytes) return;
    const rows = db.all<{ rowid: number; bytes: number }>('SELECT rowid, bytes FROM entries ORDER BY used, rowid');
    db.transaction(() => {
      for (const { rowid, bytes } of rows) {
        if (excess <= 0) break;
        db.run('DELETE FROM entries WHERE rowid = ?', rowid);
        excess -= bytes;
        this.#bytes -= bytes;
      }
    });
  }

  flush(): void {
    if (this.#touched.size === 0) return;
    const touched = [...this.#touched.values()];
    this.#touched.clear();
    this.#write(db => {
      const touch = 'UPDATE entries SET used = ? WHERE space = ? AND key = ?';
      db.transaction(() => {
        for (const { space, key, used } of touched) db.run(touch, used, space, key);
      });
    });
  }

  stats(): CacheStats {
    const count = this.#guard('read', () => this.#db?.get<{ n: number }>('SELECT count(*) AS n FROM entries'));
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

/**
 * Damaged, or of a later version: put aside rather than thrown away. Where its first pages are lost, so are its tables.
 */
const isUseless = (error: unknown): boolean =>
  isDamaged(error) ||
  error instanceof SyntaxError ||
  error instanceof LaterVersion ||
  /\bno such (table|column)\b/.test(String(error));

class LaterVersion extends Error {}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function closeQuietly(db: Sqlite | undefined): void {
  try {
    db?.close();
  } catch {
    // It is given up anyway.
  }
}

const sumOf = (db: Sqlite): number =>
  db.get<{ total: number }>('SELECT coalesce(sum(bytes), 0) AS total FROM entries')?.total ?? 0;

function prepare(db: Sqlite): void {
  const { user_version: version = 0 } = db.get<{ user_version: number }>('PRAGMA user_version') ?? {};
  if (version > SCHEMA_VERSION) throw new LaterVersion(`written by a newer version, ${version}`);
  db.transaction(() =>
    db.exec(`
      CREATE TABLE IF NOT EXISTS entries (
        space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL,
        PRIMARY KEY (space, key)
      );
      CREATE INDEX IF NOT EXISTS entries_used ON entries (used, bytes); -- covers the sum and the sweep
      PRAGMA user_version = ${SCHEMA_VERSION};
    `),
  );
}

/** The keys of the cache. */

/** A hash of everything that an answer depends on. */
export const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 32);

/** Stands in every key: a change of the program that changes its answers must change it. */
export const PROGRAM = 3;

/**
 * Everything that a report on a position depends on: what of the game counts for Maia and repetition, the parameters.
 */
export function reportKey(kind: string, game: Game, params: object, engines: string): string {
  const position = current(game);
  const counts = Math.max(HISTORY_LENGTH, position.halfmoves + 1);
  return digest([
    PROGRAM,
    kind,
    engines,
    inOrder(params),
    fenOf(position),
    ...game.positions.slice(-counts).map(epdOf),
  ]);
}

/** The key of a report on a whole game: everything that was asked. */
export const gameReportKey = (kind: string, input: object, params: object, engines: string): string =>
  digest([PROGRAM, kind, engines, inOrder(params), inOrder(input)]);

/** The fields as JSON with their names sorted, so that their order in a request makes no difference. */
const inOrder = (fields: object): string =>
  JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
