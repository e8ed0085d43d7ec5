import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { Cache } from '../../src/service/cache.ts';
import { MIGRATIONS, STORE_FILE } from '../../src/store/file.ts';
import { Store } from '../../src/store/store.ts';
import { silent, temporaryFolder } from '../support/settings.ts';
import { smallDisk } from '../support/small-disk.ts';
import { interaction } from './interaction.ts';
import { openStore } from './open.ts';

/** A store where there is no room for one: a full disk, a folder that cannot be written, a file that cannot be used. */

const report = { owner: 'me', kind: 'test', question: { what: 'this' } };

function recorded() {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  return { log, lines };
}

it('a folder that cannot be written: everything works, and is gone with the process', () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, 'in the way');
  const store = openStore({ folder, mayForget: true });
  expect(store.problem).toMatch(
    /could not be made \(.*\); name another folder in KIBITZ_DATA_DIR\. Until then nothing is kept: settings, games and/,
  );
  const id = store.reports.put({ answer: 42 }, report);
  store.settings.set('1', 'rating', 1800);
  store.running.begin(interaction('a'));
  expect([store.reports.get(id), store.settings.of('1').rating]).toMatchObject([{ report: { answer: 42 } }, 1800]);
  store.close();
  const again = openStore({ folder, mayForget: true });
  expect([again.reports.get(id), again.settings.of('1').rating]).toEqual([undefined, 1500]);
  expect(() => new Store({ folder, log: silent })).toThrow('could not be made');
});

it('a file that is damaged, or of a later version, is never done without: it says what to do', () => {
  const folder = temporaryFolder();
  const path = join(folder, STORE_FILE);
  writeFileSync(path, 'no database '.repeat(100));
  expect(() => openStore({ folder, mayForget: true })).toThrow(/is damaged; put a backup in its place/);
  expect(readFileSync(path, 'utf8')).toMatch(/^no database/);
  const later = temporaryFolder();
  const db = new Database(join(later, STORE_FILE));
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  db.close();
  expect(() => openStore({ folder: later, mayForget: true })).toThrow(/was written by a newer Kibitz/);
});

it('a disk that can only be read: what servers and people have decided is known, and nothing is kept', context => {
  const disk = smallDisk(2000);
  if (!disk) return context.skip();
  const before = openStore({ folder: disk.folder });
  before.settings.set('1', 'channels', ['123456789012345678']);
  before.links.put('anna', { name: 'Anna', ratings: {} });
  before.close();
  const store = openStore({ folder: disk.readOnly(), mayForget: true });
  expect(store.problem).toMatch(/kibitz\.sqlite could not be opened \(.*EROFS/);
  expect(store.settings.of('1').channels).toEqual(['123456789012345678']);
  expect(store.links.get('anna')).toMatchObject({ name: 'Anna' });
  store.settings.set('1', 'rating', 1800);
  expect(store.settings.of('1').rating).toBe(1800);
});

it('a disk that is full: answers go on, it is told once, nothing is damaged, and with room all is kept again', context => {
  const disk = smallDisk(2000);
  if (!disk) return context.skip();
  const { folder } = disk;
  const { log, lines } = recorded();
  const store = openStore({ folder, log });
  const cache = new Cache({ folder, maxBytes: 1_000_000, log });
  onTestFinished(() => cache.close());
  const kept = store.reports.put({ answer: 'kept' }, report);
  cache.set('eval', 'kept', 1);
  store.notes.set('kept', 'yes');
  disk.fill();

  const noise = Array.from({ length: 50 }, () => Math.random());
  const ids = Array.from({ length: 100 }, (_, index) => store.reports.put({ index, noise }, report));
  for (let index = 0; index < 50; index++) {
    store.running.begin(interaction(`i${index}`));
    store.notes.set(`n${index}`, 'x'.repeat(2000));
    cache.set('eval', `k${index}`, noise);
    store.running.end(`i${index}`);
  }
  expect(ids.map(id => store.reports.get(id))).toMatchObject(ids.map((_, index) => ({ report: { index } })));
  // A page finds them, too.
  expect(ids.map(id => store.reports.head(id))).toEqual(ids.map(() => ({ kind: 'test', isEmpty: false })));
  expect([store.notes.get('n49'), store.notes.under('n')]).toMatchObject(['x'.repeat(2000), { length: 50 }]);
  expect(() => store.links.put('anna', { name: 'x'.repeat(100_000), ratings: {} })).toThrow(/disk is full/);
  expect([store.reports.get(kept), cache.get('eval', 'kept')]).toMatchObject([{ report: { answer: 'kept' } }, 1]);
  expect(cache.stats().problem).toMatch(/could not be written \(database or disk is full\); nothing new is remembered/);
  expect(lines.filter(line => line.includes('Answers go on'))).toHaveLength(1);
  expect(lines.filter(line => line.includes('the cache'))).toHaveLength(1);

  disk.makeRoom();
  store.notes.set('later', 'yes');
  store.close();
  const again = openStore({ folder });
  expect([again.notes.get('kept'), again.notes.get('later')]).toEqual(['yes', 'yes']);
  expect(again.reports.get(kept)).toMatchObject({ report: { answer: 'kept' } });
  const db = new Database(join(folder, STORE_FILE));
  expect(db.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
  db.close();
});

it('a disk that is full from the start: the bot does without', context => {
  const disk = smallDisk(200);
  if (!disk) return context.skip();
  disk.fill();
  const store = openStore({ folder: disk.folder, mayForget: true });
  expect(store.problem).toMatch(/Until then nothing is kept/);
  expect(store.reports.get(store.reports.put({ answer: 1 }, report))).toMatchObject({ report: { answer: 1 } });
});
