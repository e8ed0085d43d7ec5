import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { MIGRATIONS, migrate, STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { Links } from '../../src/store/links.ts';
import { Notes } from '../../src/store/notes.ts';
import { Store } from '../../src/store/store.ts';
import { silent, temporaryFolder } from '../support/settings.ts';
import { openStore } from './open.ts';

const fileIn = (folder: string) => join(folder, STORE_FILE);

const faultOf = (open: () => unknown): Fault => {
  try {
    open();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const tables = (sql: StoreFile) =>
  sql.all<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name');
const version = (sql: StoreFile) => sql.get<{ user_version: number }>('PRAGMA user_version')?.user_version;
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === '_metadata' ? undefined : one)));

/** One row for each table there is, by the version that brought it. */
const ROWS: [version: number, table: string, insert: string][] = [
  [1, 'notes', "INSERT INTO notes VALUES ('commands', 'abc')"],
  [
    2,
    'reports',
    "INSERT INTO reports (number, id, owner, kind, question, bytes, rest, created) VALUES (7, 'id', 'me', 'eval', x'00', 1, 200, 5)",
  ],
  [2, 'bodies', "INSERT INTO bodies VALUES (7, x'00')"],
  [3, 'settings', "INSERT INTO settings VALUES ('1', 'rating', '1800')"],
  [4, 'links', "INSERT INTO links VALUES ('1', 'thibault', '{}', 5)"],
  [5, 'processes', "INSERT INTO processes VALUES ('p', 'host', 1, 5)"],
  [5, 'running', "INSERT INTO running VALUES ('i', 'p', 1, 5, 't', 'a', 'c', NULL, 'u', 'de', x'00')"],
  [6, 'games', "INSERT INTO games VALUES ('g', 'u', NULL, 1, 0, '{}', 5)"],
  [7, 'watches', "INSERT INTO watches VALUES ('w', 'game', 'abcdefgh', NULL, 'c', 's', 'u', 'de', 5, NULL)"],
  [7, 'watch_messages', "INSERT INTO watch_messages VALUES ('w', 'm', 'abcdefgh', 5)"],
];

describe('the tables', () => {
  it('have a row in the next test, each of them', () => {
    const sql = new StoreFile(fileIn(temporaryFolder()));
    migrate(sql);
    const names = sql.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    expect(names.map(({ name }) => name)).toEqual(ROWS.map(([, table]) => table).toSorted());
    expect(Math.max(...ROWS.map(([since]) => since))).toBeLessThanOrEqual(MIGRATIONS.length);
    sql.close();
  });

  it.each(MIGRATIONS.map((_, index) => index))('of version %i become those of today, with what is in them', from => {
    const folder = temporaryFolder();
    const old = new StoreFile(fileIn(folder));
    migrate(old, MIGRATIONS.slice(0, from));
    const rows = ROWS.filter(([since]) => since <= from);
    for (const [, , insert] of rows) old.exec(insert);
    const before = rows.map(([, table]) => plain(old.get(`SELECT * FROM ${table}`)));
    old.close();

    openStore({ folder }).notes.set('opened', 'yes');

    const [sql, fresh] = [new StoreFile(fileIn(folder)), new StoreFile(fileIn(temporaryFolder()))];
    migrate(fresh);
    expect(version(sql)).toBe(MIGRATIONS.length);
    expect(plain(tables(sql))).toEqual(plain(tables(fresh)));
    // There may be new columns.
    expect(rows.map(([, table]) => plain(sql.get(`SELECT * FROM ${table}`)))).toMatchObject(before);
    sql.close();
    fresh.close();
  });

  it('stay as they were when a step fails', () => {
    const sql = new StoreFile(fileIn(temporaryFolder()));
    migrate(sql);
    sql.exec("INSERT INTO notes VALUES ('commands', 'abc')");
    const before = plain(tables(sql));
    const steps = ["UPDATE notes SET value = 'lost'", 'CREATE TABLE extra (a); DROP TABLE notes', 'DROP TABLE nowhere'];
    const fault = faultOf(() => migrate(sql, [...MIGRATIONS, ...steps]));
    expect(fault.code).toBe('store-failed');
    expect(fault.message).toMatch(/kibitz\.sqlite could not be used \(no such table: nowhere\)\.$/);
    expect(plain(tables(sql))).toEqual(before);
    expect(version(sql)).toBe(MIGRATIONS.length);
    expect(sql.get('SELECT value FROM notes')).toMatchObject({ value: 'abc' });
    sql.close();
  });
});

describe('a file that cannot be used', () => {
  it('of a newer version is left alone, and the sentence says what to do', () => {
    const folder = temporaryFolder();
    const sql = new StoreFile(fileIn(folder));
    sql.exec(`CREATE TABLE future (a); PRAGMA user_version = ${MIGRATIONS.length + 3}`);
    const fault = faultOf(() => new Store({ folder, log: silent }));
    expect(fault.code).toBe('store-failed');
    expect(fault.message).toBe(
      `${fileIn(folder)} was written by a newer Kibitz (its version ${MIGRATIONS.length + 3}, this one knows ${MIGRATIONS.length}); update Kibitz, or name another folder in KIBITZ_DATA_DIR.`,
    );
    expect(tables(sql)).toHaveLength(1);
    sql.close();
  });

  it('because it is no database is left alone', () => {
    const folder = temporaryFolder();
    const text = 'certainly not a database, and long enough to be looked at '.repeat(20);
    writeFileSync(fileIn(folder), text);
    const fault = faultOf(() => new Store({ folder, log: silent }));
    expect(fault.code).toBe('store-failed');
    expect(fault.message).toBe(
      `${fileIn(folder)} is not a database, or is damaged; put a backup in its place, or move it away to start anew.`,
    );
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(text);
  });

  it('because its folder is a file is told with the setting that names the folder', () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, 'in the way');
    const fault = faultOf(() => new Store({ folder, log: silent }));
    expect(fault.code).toBe('store-failed');
    expect(fault.message).toMatch(/file could not be made \(.*ENOTDIR.*\); name another folder in KIBITZ_DATA_DIR\.$/);
  });

  it('because another process holds it is told after a while, and nothing is lost', () => {
    const folder = temporaryFolder();
    openStore({ folder });
    const [sql, other] = [new StoreFile(fileIn(folder)), new StoreFile(fileIn(folder))];
    expect(sql.get('PRAGMA busy_timeout')).toMatchObject({ timeout: 2_000 });
    sql.exec('PRAGMA busy_timeout = 20');
    other.exec('BEGIN EXCLUSIVE');
    const fault = faultOf(() => new Links(sql).remove('a'));
    expect(fault.message).toMatch(/kibitz\.sqlite could not be used \(database is locked\)\.$/);
    other.exec('ROLLBACK');
    other.close();
    const notes = new Notes(sql);
    notes.set('a', '2');
    expect(notes.get('a')).toBe('2');
    sql.close();
  });

  it('because the store is closed is a service that shuts down', () => {
    const store = openStore();
    store.close();
    expect(faultOf(() => store.notes.get('a')).code).toBe('closing');
    expect(() => store.close()).not.toThrow();
  });
});

describe('the store', () => {
  it('is for its owner only: it holds tokens', () => {
    const folder = temporaryFolder();
    openStore({ folder }).notes.set('a', '1');
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`])
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  });

  it('takes back a transaction that fails, and goes on', () => {
    const sql = new StoreFile(fileIn(temporaryFolder()));
    migrate(sql);
    const fail = () =>
      sql.transaction(() => {
        sql.run("INSERT INTO notes VALUES ('a', '1')");
        throw new RangeError('ours');
      });
    expect(fail).toThrow(RangeError);
    expect(sql.all('SELECT * FROM notes')).toEqual([]);
    expect(sql.transaction(() => sql.run("INSERT INTO notes VALUES ('a', '1')"))).toBe(1);
    sql.close();
  });
});

describe('a note', () => {
  it('is there after a restart, can be changed, and can be removed', () => {
    const folder = temporaryFolder();
    const first = openStore({ folder });
    expect(first.notes.get('commands')).toBeUndefined();
    first.notes.set('commands', 'abc');
    first.notes.set('commands', 'def');
    first.close();
    const second = openStore({ folder });
    expect(second.notes.get('commands')).toBe('def');
    second.notes.remove('commands');
    expect(second.notes.get('commands')).toBeUndefined();
  });

  it('that is settled stays, and those that belong together are found', () => {
    const folder = temporaryFolder();
    const [one, other] = [openStore({ folder }), openStore({ folder })];
    expect([one.notes.settle('id', 'a'), other.notes.settle('id', 'b'), one.notes.get('id')]).toEqual(['a', 'a', 'a']);
    for (const name of ['due:x', 'due:y', 'due', 'du:z', 'Due:z']) one.notes.set(name, name);
    const found = other.notes.under('due:').sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(found).toEqual([
      { name: 'due:x', value: 'due:x' },
      { name: 'due:y', value: 'due:y' },
    ]);
  });
});
