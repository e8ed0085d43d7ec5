import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { isDamaged, isUnwritable, MEMORY, Sqlite } from '../base/sqlite.ts';

export const STORE_FILE = 'kibitz.sqlite';
const BUSY_MS = 2_000;
/** Only the owner may read the file: it has tokens with which a message can be answered for a quarter of an hour. */
const OWNER_ONLY = 0o600;

/** How often failures are logged: on a full disk some writes fail and others do not, again and again. */
const QUIET_MS = 10 * 60_000;

interface StoreFileOptions {
  log?: Logger;
  now?: () => number;
}

/** The file of the store; its faults are sentences with the path in them. */
export class StoreFile extends Sqlite {
  readonly now: () => number;
  readonly #log: Logger | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, { log, now = Date.now }: StoreFileOptions = {}) {
    const faultOf = (error: unknown, what: 'opened' | 'used') =>
      what === 'opened' ? unopened(path, error) : unused(path, error);
    super(path, { busyMs: BUSY_MS, mode: OWNER_ONLY, faultOf });
    this.#log = log;
    this.now = now;
  }

  /** Writes what an answer does not depend on; true if it was written. */
  tryWrite(write: () => void): boolean {
    return this.tryRead(() => {
      write();
      return true;
    }, false);
  }

  /**
   * Reads what an answer does not depend on. If the store fails, as on a full disk, everything goes on; the failure is
   * logged, and further ones only after a while.
   */
  tryRead<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'store-failed') throw error;
      this.#tell(error);
      return otherwise;
    }
  }

  #tell({ message }: Fault): void {
    if (this.now() < this.#toldAt + QUIET_MS) return;
    this.#toldAt = this.now();
    this.#log?.error(`${message} Answers go on; what cannot be kept is lost with this process.`);
  }
}

/** The file in a folder, or else a store in memory with the data that can be read from the file. */
export function openAnyway(
  folder: string,
  options: Required<StoreFileOptions>,
): { sql: StoreFile; problem: string | undefined } {
  try {
    return { sql: openFile(folder, options), problem: undefined };
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    const problem = `${error.message} Until then nothing is kept: settings, games and reports are gone with this process.`;
    return { sql: openInMemory(join(folder, STORE_FILE), options), problem };
  }
}

export function openFile(folder: string, options: Required<StoreFileOptions>): StoreFile {
  try {
    makeFolder(folder);
  } catch (error) {
    const what = `${folder} could not be made (${(error as Error).message})`;
    throw unwritable(`${what}; name another folder in KIBITZ_DATA_DIR.`, error);
  }
  const sql = new StoreFile(join(folder, STORE_FILE), options);
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
function openInMemory(path: string, options: Required<StoreFileOptions>): StoreFile {
  const sql = new StoreFile(MEMORY, options);
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
    options.log.warn(error, `${path} could not be read, so nothing in it is known`);
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

// The tables

/** One step for each version of the tables. A step that was released is never changed: a new one is added. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
  // Reports have a table apart from their questions, which stay: deleting rows leaves no holes, shrinking them does.
  `CREATE TABLE reports (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, kind TEXT NOT NULL,
    question BLOB NOT NULL, -- packed JSON
    bytes INTEGER NOT NULL, rest INTEGER NOT NULL, -- what the report takes, 0 when it has gone, and all the rest
    created INTEGER NOT NULL
  );
  CREATE INDEX reports_created ON reports (created, number, bytes, rest); -- covers the sums and the sweep
  CREATE TABLE bodies (number INTEGER PRIMARY KEY, body BLOB NOT NULL) -- packed JSON`,
  `CREATE TABLE settings (
    server TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, -- JSON
    PRIMARY KEY (server, name)
  ) WITHOUT ROWID`,
  `CREATE TABLE links (
    user TEXT PRIMARY KEY, name TEXT NOT NULL, ratings TEXT NOT NULL, fetched INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE processes (
    id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, beat INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE running (
    id TEXT PRIMARY KEY, process TEXT NOT NULL, attempts INTEGER NOT NULL, begun INTEGER NOT NULL,
    token TEXT NOT NULL, application TEXT NOT NULL, channel TEXT NOT NULL, message TEXT,
    user TEXT NOT NULL, locale TEXT NOT NULL, question BLOB NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, server TEXT, version INTEGER NOT NULL, over INTEGER NOT NULL,
    state TEXT NOT NULL, -- JSON
    updated INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX games_owner ON games (owner, server);
  CREATE INDEX games_updated ON games (updated)`,
  // The watches, and the messages in which games are shown until these are over.
  `CREATE TABLE watches (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, target TEXT NOT NULL, side TEXT,
    channel TEXT NOT NULL, server TEXT, owner TEXT NOT NULL, locale TEXT NOT NULL, created INTEGER NOT NULL,
    last TEXT, -- the game that was shown last
    UNIQUE (channel, kind, target)
  ) WITHOUT ROWID;
  CREATE INDEX watches_owner ON watches (owner);
  CREATE INDEX watches_server ON watches (server);
  CREATE TABLE watch_messages (
    watch TEXT NOT NULL, message TEXT NOT NULL, game TEXT NOT NULL, posted INTEGER NOT NULL,
    PRIMARY KEY (watch, message)
  ) WITHOUT ROWID`,
  // Visitors' reports have room of their own, so each index has only theirs or only those of others.
  `ALTER TABLE reports ADD COLUMN asked TEXT; -- a visitor's question, by its contents
  CREATE INDEX reports_asked ON reports (asked, created) WHERE asked IS NOT NULL;
  DROP INDEX reports_created;
  CREATE INDEX reports_people ON reports (created, number, bytes, rest, owner) WHERE owner <> 'web';
  CREATE INDEX reports_visitors ON reports (created, number, bytes, rest) WHERE owner = 'web'`,
];

/** Migrates the tables to this version. If a step fails, the file stays as it was. */
export function migrate(sql: Sqlite, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(sql) === migrations.length) return;
  sql.transaction(() => {
    // Another process may have done it in the meantime.
    const version = versionOf(sql);
    if (version > migrations.length) throw tooNew(sql.path, version, migrations.length);
    for (const step of migrations.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

const versionOf = (sql: Sqlite): number => sql.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;

const tooNew = (path: string, version: number, known: number): Fault =>
  new Fault(
    'store-failed',
    `${path} was written by a newer Kibitz (its version ${version}, this one knows ${known}); update Kibitz, or name another folder in KIBITZ_DATA_DIR.`,
  );
