import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import Database from 'libsql';
import { Fault } from '../base/fault.ts';
import { fileAt } from '../base/sqlite.ts';
import { STORE_FILE, StoreFile } from './file.ts';

/** Copies the store while bots write to it. */

interface Backup {
  path: string;
  bytes: number;
  /** The version of the tables. */
  version: number;
  /** The number of rows of each table with people's data. */
  rows: Record<string, number>;
}

const COUNTED = ['reports', 'settings', 'links', 'games', 'watches', 'notes'];
/** The suffixes of the store's file and of the files that SQLite keeps beside it while it is in use. */
const OF_STORE = ['', '-wal', '-shm'];
/** Only the owner may read the copy, as it contains the same tokens as the store. */
const OWNER_ONLY = 0o600;

/**
 * Copies the store as it is at one moment into one file, and checks the copy before it gets its name. The store is not
 * blocked meanwhile, and its tables are not migrated.
 */
export function backUp(folder: string, target: string, { mayReplace }: { mayReplace: boolean }): Backup {
  const source = resolve(folder, STORE_FILE);
  if (!existsSync(source))
    throw new Fault('bad-input', `KIBITZ_DATA_DIR: there is no ${source}, so nothing to back up.`);
  if (OF_STORE.some(suffix => isSame(target, `${source}${suffix}`)))
    throw new Fault('bad-input', `file: "${target}" is of the store itself; give another name.`);
  if (existsSync(target) && !mayReplace)
    throw new Fault('bad-input', `file: "${target}" is there already; give another name, or --force to replace it.`);
  const part = `${target}.${process.pid}.part`;
  try {
    closeSync(openSync(part, 'w', OWNER_ONLY));
    copy(source, part);
    const found = check(part);
    flush(part);
    renameSync(part, target);
    return { path: target, bytes: statSync(target).size, ...found };
  } catch (error) {
    rmSync(part, { force: true });
    throw error instanceof Fault ? error : unwritten(target, error);
  }
}

const isSame = (one: string, other: string): boolean =>
  one === other || (fileAt(one) !== undefined && fileAt(one) === fileAt(other));

/** Copies in one statement, so that SQLite reads the state at its beginning, whatever is written meanwhile. */
function copy(source: string, part: string): void {
  const sql = new StoreFile(source);
  try {
    sql.run('VACUUM INTO ?', part);
  } finally {
    sql.close();
  }
}

function check(path: string): Pick<Backup, 'version' | 'rows'> {
  const db = new Database(path);
  try {
    const { integrity_check: verdict } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (verdict !== 'ok') throw new Fault('store-failed', `The copy is damaged (${verdict}), and was not kept.`);
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    const known = COUNTED.filter(table => tables.some(({ name }) => name === table));
    if (known.length === 0) throw new Fault('store-failed', EMPTY);
    const count = (table: string) =>
      (db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number }).rows;
    return { version, rows: Object.fromEntries(known.map(table => [table, count(table)])) };
  } finally {
    db.close();
  }
}

const EMPTY =
  'There is nothing in the store, not even its tables, so nothing was written; see docs/operations.md, "Restore".';

/** Flushes the copy to the disk before it gets its name. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const unwritten = (target: string, error: unknown): Fault =>
  new Fault('bad-input', `file: "${target}" cannot be written (${(error as Error).message}).`, { cause: error });
