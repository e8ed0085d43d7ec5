import { Fault } from '../base/fault.ts';
import type { Sqlite } from '../base/sqlite.ts';

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
