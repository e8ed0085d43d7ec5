import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'libsql';
import { Fault } from './fault.ts';

/** What a column may hold. Nothing else may be bound: libsql ends the process over a boolean. */
type Value = string | number | Buffer | null;

interface SqliteOptions {
  /** How long a statement waits for another process. Those write for milliseconds: one that takes longer hangs. */
  busyMs: number;
  /** The permissions of a new file; by default those of any file that the process makes. */
  mode?: number;
  /** Makes what is thrown in place of an error of SQLite. */
  faultOf?: (error: unknown, what: 'opened' | 'used') => unknown;
}

/** The path of a database in memory, which is gone with the process. */
export const MEMORY = ':memory:';
/** Two processes that open a new file together may fail as busy, despite the timeout: opening is tried again. */
const OPEN_ATTEMPTS = 40;
const PAUSE_MS = 50;

/** A database file of SQLite, which several processes may share. */
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

  /** Returns the number of rows that were changed. */
  run(sql: string, ...values: Value[]): number {
    return this.#use(sql, statement => statement.run(values)).changes;
  }

  /** Runs several statements that return no rows. */
  exec(sql: string): void {
    this.#told('used', () => this.#open().exec(sql));
  }

  /** Runs a transaction. It takes the write lock at once, so that what it reads stays true until it writes. */
  transaction<T>(work: () => T): T {
    const db = this.#open();
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // On a full disk SQLite has rolled back by itself.
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
    // After a power cut the last writes may be missing, but the file is intact, which is enough for this data.
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

/** Another process holds the file for the moment. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** The file is no database, or a damaged one. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** The disk is full or broken, or the file may not be written. */
export const isUnwritable = (error: unknown): boolean => /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(codeOf(error));

/** The inode of the file at a path, which changes when another file is put there. */
export const fileAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Docker makes a folder where it is told to mount a file that does not exist. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Renames a damaged database to `.broken`, replacing the last one that was put aside. Its write-ahead log goes with it:
 * a log that stayed behind would be written into the next database of that name.
 */
export function putAside(path: string): void {
  const aside = `${path}.broken`;
  for (const suffix of ['', '-wal']) {
    rmSync(`${aside}${suffix}`, { recursive: true, force: true });
    if (fileAt(`${path}${suffix}`) !== undefined) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
  }
  rmSync(`${path}-shm`, { force: true });
}
