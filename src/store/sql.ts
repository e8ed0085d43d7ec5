import { closeSync, openSync } from 'node:fs';
import Database from 'libsql';
import { Fault } from '../base/fault.ts';
import { isBusy, isDamaged, isUnwritable } from '../base/sqlite.ts';

/** What a column may hold. Nothing else may be bound: libsql ends the process over a boolean. */
type Value = string | number | Buffer | null;

/** Another process writes for milliseconds; whoever waits longer than this waits for something that hangs. */
const BUSY_MS = 2_000;
/** Two processes that start together on a new file get in each other's way for a moment, which no timeout helps. */
const OPEN_ATTEMPTS = 40;
const PAUSE_MS = 50;
/** The file holds tokens with which a message can be answered for a quarter of an hour. */
const OWNER_ONLY = 0o600;

/** In place of a path: nothing is kept anywhere. */
export const MEMORY = ':memory:';

/** One SQLite file, and what it says when it cannot be used: a sentence with its path in it. */
export class Sql {
  readonly path: string;
  readonly #statements = new Map<string, Database.Statement>();
  #db: Database.Database | undefined;

  constructor(path: string) {
    this.path = path;
    try {
      this.#db = open(path);
    } catch (error) {
      throw unopened(path, error);
    }
  }

  get<T extends object>(sql: string, ...values: Value[]): T | undefined {
    return this.#use(sql, statement => statement.get(values)) as T | undefined;
  }

  all<T extends object>(sql: string, ...values: Value[]): T[] {
    return this.#use(sql, statement => statement.all(values)) as T[];
  }

  /** How many rows it has changed. */
  run(sql: string, ...values: Value[]): number {
    return this.#use(sql, statement => statement.run(values)).changes;
  }

  /** Several statements at once, none of which answers anything. */
  exec(sql: string): void {
    this.#told(() => this.#open().exec(sql));
  }

  /** All of it or nothing. It takes the right to write at once, so that what it reads stays true until it writes. */
  transaction<T>(work: () => T): T {
    const db = this.#open();
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite itself takes back what met a full disk.
      if (db.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
    this.#db = undefined;
  }

  #open(): Database.Database {
    if (this.#db) return this.#db;
    throw new Fault('closing', 'Kibitz is shutting down; please ask again later.');
  }

  #use<T>(sql: string, use: (statement: Database.Statement) => T): T {
    const db = this.#open();
    return this.#told(() => {
      const statement = this.#statements.get(sql) ?? db.prepare(sql);
      this.#statements.set(sql, statement);
      return use(statement);
    });
  }

  #told<T>(use: () => T): T {
    try {
      return use();
    } catch (error) {
      const sentence = isDamaged(error) ? damaged(this.path) : `${this.path} could not be used (${messageOf(error)}).`;
      const Kind = isUnwritable(error) ? Unwritable : Fault;
      throw new Kind('store-failed', sentence, { cause: error });
    }
  }
}

function open(path: string, attempts = OPEN_ATTEMPTS): Database.Database {
  if (path !== MEMORY) closeSync(openSync(path, 'a', OWNER_ONLY));
  const db = new Database(path);
  try {
    // After a power cut the last moments may be missing, but the file is whole: enough for what is kept here.
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
    return db;
  } catch (error) {
    db.close();
    if (!isBusy(error) || attempts <= 1) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return open(path, attempts - 1);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** This is people's data: whatever is wrong with the file, it is left as it is. */
const damaged = (path: string): string =>
  `${path} is not a database, or is damaged; put a backup in its place, or move it away to start anew.`;

function unopened(path: string, error: unknown): Fault {
  if (isDamaged(error)) return new Fault('store-failed', damaged(path), { cause: error });
  const what = `${path} could not be opened (${messageOf(error)})`;
  return unwritable(`${what}; make room and let that folder be written, or name another in KIBITZ_DATA_DIR.`, error);
}

/** Where nothing can be kept, it is possible to do without. */
export class Unwritable extends Fault {}

export const unwritable = (sentence: string, cause: unknown): Unwritable =>
  new Unwritable('store-failed', sentence, { cause });
