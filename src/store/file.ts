import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { isDamaged, isUnwritable, MEMORY, Sqlite } from '../base/sqlite.ts';
import { MIGRATIONS, migrate } from './migrations.ts';

export const STORE_FILE = 'kibitz.sqlite';
const BUSY_MS = 2_000;
/** The file holds tokens with which a message can be answered for a quarter of an hour. */
const OWNER_ONLY = 0o600;

/** The file of the store, and what it says when it cannot be used: a sentence with its path in it. */
export class StoreFile extends Sqlite {
  constructor(path: string) {
    const faultOf = (error: unknown, what: 'opened' | 'used') =>
      what === 'opened' ? unopened(path, error) : unused(path, error);
    super(path, { busyMs: BUSY_MS, mode: OWNER_ONLY, faultOf });
  }
}

/** The file of a folder, or else a store in memory that has what can be read of the file. */
export function openAnyway(folder: string, log: Logger): { sql: Sqlite; problem: string | undefined } {
  try {
    return { sql: openFile(folder), problem: undefined };
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    const problem = `${error.message} Until then nothing is kept: settings, games and reports are gone with this process.`;
    return { sql: openInMemory(join(folder, STORE_FILE), log), problem };
  }
}

export function openFile(folder: string): Sqlite {
  try {
    makeFolder(folder);
  } catch (error) {
    const what = `${folder} could not be made (${(error as Error).message})`;
    throw unwritable(`${what}; name another folder in KIBITZ_DATA_DIR.`, error);
  }
  const sql = new StoreFile(join(folder, STORE_FILE));
  try {
    migrate(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** What is read of the file: not the reports, which may be large. */
const TAKEN_ON = ['notes', 'settings', 'links', 'games', 'watches', 'watch_messages'];

/** For a folder in which no file can be written: what is kept in it is gone with the process. */
function openInMemory(path: string, log: Logger): Sqlite {
  const sql = new StoreFile(MEMORY);
  migrate(sql);
  if (!existsSync(path)) return sql;
  try {
    // Its log, if there is one, has the latest changes; without one it can be read with nothing written beside it.
    const how = existsSync(`${path}-wal`) ? 'mode=ro' : 'immutable=1';
    sql.run('ATTACH ? AS old', `${pathToFileURL(path).href}?${how}`);
    const { user_version: version } = sql.get<{ user_version: number }>('PRAGMA old.user_version') ?? {};
    if (version === MIGRATIONS.length)
      sql.transaction(() => {
        for (const table of TAKEN_ON) sql.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`);
      });
  } catch (error) {
    log.warn(error, `${path} could not be read, so nothing in it is known`);
  }
  return sql;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The file is people's data: it is left as it is. */
const damaged = (path: string): string =>
  `${path} is not a database, or is damaged; put a backup in its place, or move it away to start anew.`;

function unused(path: string, error: unknown): Fault {
  const sentence = isDamaged(error) ? damaged(path) : `${path} could not be used (${messageOf(error)}).`;
  return isUnwritable(error) ? unwritable(sentence, error) : new Fault('store-failed', sentence, { cause: error });
}

function unopened(path: string, error: unknown): Fault {
  if (isDamaged(error)) return new Fault('store-failed', damaged(path), { cause: error });
  const what = `${path} could not be opened (${messageOf(error)})`;
  return unwritable(`${what}; make room and let that folder be written, or name another in KIBITZ_DATA_DIR.`, error);
}

/** Where nothing can be kept, it is possible to do without. */
class Unwritable extends Fault {}

const unwritable = (sentence: string, cause: unknown): Unwritable =>
  new Unwritable('store-failed', sentence, { cause });
