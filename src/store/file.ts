import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { isDamaged, isUnwritable, MEMORY, Sqlite } from '../base/sqlite.ts';
import { MIGRATIONS, migrate } from './migrations.ts';

/** How often failures are logged: on a full disk some writes fail and others do not, again and again. */
const QUIET_MS = 10 * 60_000;

/**
 * Reads and writes that an answer does not depend on. If the store fails, as on a full disk, everything goes on; the
 * failure is logged, and further ones only after a while.
 */
export class Tolerance {
  readonly #log: Logger;
  readonly #now: () => number;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Tries to write; true if it was written. */
  write(use: () => void): boolean {
    return this.read(() => {
      use();
      return true;
    }, false);
  }

  read<T>(use: () => T, otherwise: T): T {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'store-failed') throw error;
      this.#tell(error);
      return otherwise;
    }
  }

  #tell({ message }: Fault): void {
    if (this.#now() < this.#toldAt + QUIET_MS) return;
    this.#toldAt = this.#now();
    this.#log.error(`${message} Answers go on; what cannot be kept is lost with this process.`);
  }
}

export const STORE_FILE = 'kibitz.sqlite';
const BUSY_MS = 2_000;
/** Only the owner may read the file: it has tokens with which a message can be answered for a quarter of an hour. */
const OWNER_ONLY = 0o600;

/** Opens the file of the store; its faults are sentences with the path in them. */
export class StoreFile extends Sqlite {
  constructor(path: string) {
    const faultOf = (error: unknown, what: 'opened' | 'used') =>
      what === 'opened' ? unopened(path, error) : unused(path, error);
    super(path, { busyMs: BUSY_MS, mode: OWNER_ONLY, faultOf });
  }
}

/** The file in a folder, or else a store in memory with the data that can be read from the file. */
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

/** The tables that are copied from the file: all but the reports, which may be large. */
const TAKEN_ON = ['notes', 'settings', 'links', 'games', 'watches', 'watch_messages'];

/** A store in memory for a folder that cannot be written: its data is gone with the process. */
function openInMemory(path: string, log: Logger): Sqlite {
  const sql = new StoreFile(MEMORY);
  migrate(sql);
  if (!existsSync(path)) return sql;
  try {
    // The write-ahead log, if there is one, has the latest changes. Without it the file is opened as immutable.
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

/** The sentence for a damaged file, which is left as it is, since it has people's data. */
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

/** A fault that only means that nothing can be written, so that a store in memory can take the file's place. */
class Unwritable extends Fault {}

const unwritable = (sentence: string, cause: unknown): Unwritable =>
  new Unwritable('store-failed', sentence, { cause });
