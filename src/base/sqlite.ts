import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'libsql';
import { Fault } from './fault.ts';

/** What a column may hold. Nothing else may be bound: libsql ends the process over a boolean. */
type Value = string | number | Buffer | null;

interface SqliteOptions {
  /** Another process writes for milliseconds; what keeps a statement waiting for longer than this hangs. */
  busyMs: number;
  /** Of a new file; what the process makes usually, if nothing is said. */
  mode?: number;
  /** What is thrown in place of an error of SQLite. */
  faultOf?: (error: unknown, what: 'opened' | 'used') => unknown;
}

/** In place of a path: nothing is kept anywhere. */
export const MEMORY = ':memory:';
/** Two processes that start together on a new file get in each other's way for a moment, which no timeout helps. */
const OPEN_ATTEMPTS = 40;
const PAUSE_MS = 50;

/** One file of SQLite, which several processes may share. */
export class Sqlite {
  readonly path: string;
  readonly #faultOf: NonNullable<SqliteOptions['faultOf']>;
  readonly #statements = new Map<string, Database.Statement>();
  #db: Database.Database | undefined;

  constructor(path: string, { busyMs, mode, faultOf = error => error }: SqliteOptions) {
    this.path = path;
    this.#faultOf = faultOf;
    this.#told('opened', () => {
      if (mode !== undefined && path !== MEMORY) closeSync(openSync(path, 'a', mode));
      this.#db = open(path, busyMs);
    });
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
    this.#told('used', () => this.#open().exec(sql));
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
    return this.#told('used', () => {
      const statement = this.#statements.get(sql) ?? db.prepare(sql);
      this.#statements.set(sql, statement);
      return use(statement);
    });
  }

  #told<T>(what: 'opened' | 'used', use: () => T): T {
    try {
      return use();
    } catch (error) {
      throw error instanceof Fault ? error : this.#faultOf(error, what);
    }
  }
}

function open(path: string, busyMs: number, attempts = OPEN_ATTEMPTS): Database.Database {
  const db = new Database(path);
  try {
    // After a power cut the last moments may be missing, but the file is whole: enough for what is kept here.
    db.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
    return db;
  } catch (error) {
    db.close();
    if (!isBusy(error) || attempts <= 1) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return open(path, busyMs, attempts - 1);
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');
const startsWithOne = (code: string, ...prefixes: string[]): boolean =>
  prefixes.some(prefix => code.startsWith(prefix));

/** Another process holds it for the moment. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** The file is no database, or what is in it makes no sense. */
export const isDamaged = (error: unknown): boolean => startsWithOne(codeOf(error), 'SQLITE_CORRUPT', 'SQLITE_NOTADB');

/** The disk is full or broken, or the file must not be written. */
export const isUnwritable = (error: unknown): boolean =>
  startsWithOne(codeOf(error), 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN');

/** Which file lies at a path; another one may have been put there meanwhile. */
export const fileAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Where Docker is to mount a file that is not there it makes a folder. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Puts a database, or whatever has its name, out of the way, in place of what was put there before. What SQLite keeps
 * beside it belongs to it: a log of changes that stayed behind would be written into the next file of that name.
 */
export function putAside(path: string): void {
  const aside = `${path}.broken`;
  for (const suffix of ['', '-wal']) {
    rmSync(`${aside}${suffix}`, { recursive: true, force: true });
    if (fileAt(`${path}${suffix}`) !== undefined) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  rmSync(`${path}-shm`, { force: true });
}
