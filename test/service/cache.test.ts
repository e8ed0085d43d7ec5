import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { putAside } from '../../src/base/sqlite.ts';
import { Cache, type CacheOptions } from '../../src/service/cache.ts';
import { silent, temporaryFolder } from '../support/settings.ts';

const recorded = () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  return { log, lines };
};

const open = (changes: Partial<CacheOptions> = {}) =>
  new Cache({ folder: temporaryFolder(), maxBytes: 1_000_000, log: silent, ...changes });

describe('the cache', () => {
  it('gives back what was put in, also after a restart, and keeps its spaces apart', () => {
    const folder = temporaryFolder();
    const value = { score: { kind: 'cp', cp: 12 }, numbers: [0.1, 1 / 3, 1e-9] };
    const first = open({ folder });
    first.set('eval', 'k', value);
    first.close();
    const second = open({ folder });
    expect(second.get('eval', 'k')).toEqual(value);
    expect(second.get('maia', 'k')).toBeUndefined();
    expect(second.stats()).toMatchObject({ entries: 1, hits: 1, misses: 1, problem: null });
    second.close();
  });

  it('stays within its bounds and lets the least recently used go first', () => {
    let now = 0;
    const cache = open({ maxBytes: 20_000, now: () => ++now });
    const value = 'x'.repeat(800);
    for (let index = 0; index < 20; index++) cache.set('eval', `k${index}`, value);
    cache.get('eval', 'k0'); // used again, so it outlives younger ones
    for (let index = 20; index < 30; index++) cache.set('eval', `k${index}`, value);
    const { entries, bytes } = cache.stats();
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(entries).toBeGreaterThan(10);
    expect(cache.get('eval', 'k0')).toBe(value);
    expect(cache.get('eval', 'k29')).toBe(value);
    expect(cache.get('eval', 'k1')).toBeUndefined();
  });

  it('does not take what is larger than itself', () => {
    const cache = open({ maxBytes: 1000 });
    cache.set('eval', 'huge', 'x'.repeat(2000));
    expect(cache.get('eval', 'huge')).toBeUndefined();
    expect(cache.stats().entries).toBe(0);
  });

  it('remembers many reads without a write each', () => {
    let now = 0;
    const folder = temporaryFolder();
    const cache = open({ folder, now: () => ++now });
    for (let index = 0; index < 300; index++) cache.set('eval', `k${index}`, index);
    for (let index = 0; index < 300; index++) expect(cache.get('eval', `k${index}`)).toBe(index);
    cache.close();
    const db = new Database(join(folder, 'cache.sqlite'));
    const { oldest } = db.prepare('SELECT min(used) AS oldest FROM entries').get() as { oldest: number };
    expect(oldest).toBeGreaterThan(300); // every entry was touched after the last was written
    db.close();
  });

  it('is shared by two processes at a time', () => {
    const folder = temporaryFolder();
    const [one, two] = [open({ folder }), open({ folder })];
    one.set('eval', 'a', 1);
    two.set('eval', 'b', 2);
    expect([one.get('eval', 'b'), two.get('eval', 'a')]).toEqual([2, 1]);
    one.close();
    two.close();
  });

  it('does without it once while another process holds it, and goes on afterwards', () => {
    const folder = temporaryFolder();
    const cache = open({ folder });
    const other = new Database(join(folder, 'cache.sqlite'));
    other.exec('BEGIN EXCLUSIVE');
    cache.set('eval', 'k', 1);
    other.exec('ROLLBACK');
    expect(cache.get('eval', 'k')).toBeUndefined();
    cache.set('eval', 'k', 2);
    expect(cache.get('eval', 'k')).toBe(2);
    expect(cache.stats().problem).toBeNull();
    other.close();
    cache.close();
  });

  it('puts a file aside that is no database, and starts anew', () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'cache.sqlite'),
      'certainly not a database, and long enough to be looked at '.repeat(20),
    );
    const cache = open({ folder });
    cache.set('eval', 'k', 1);
    expect(cache.get('eval', 'k')).toBe(1);
    expect(existsSync(join(folder, 'cache.sqlite.broken'))).toBe(true);
    cache.close();
  });

  it.each(['folder', 'file'])('puts a %s aside that is no database, also where a folder was put aside before', what => {
    const folder = temporaryFolder();
    const path = join(folder, 'cache.sqlite');
    mkdirSync(join(`${path}.broken`, 'inside'), { recursive: true });
    if (what === 'folder') mkdirSync(join(path, 'inside'), { recursive: true });
    else writeFileSync(path, 'no database '.repeat(100));
    const cache = open({ folder });
    cache.set('eval', 'k', 1);
    expect([cache.get('eval', 'k'), cache.stats().problem]).toEqual([1, null]);
    expect(statSync(`${path}.broken`).isDirectory()).toBe(what === 'folder');
    cache.close();
  });

  it('puts a file of a later version aside', () => {
    const folder = temporaryFolder();
    const db = new Database(join(folder, 'cache.sqlite'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    const cache = open({ folder });
    expect(cache.stats().problem).toBeNull();
    expect(existsSync(join(folder, 'cache.sqlite.broken'))).toBe(true);
    cache.close();
  });

  /** Bytes in the middle of the file, where answers lie. */
  const damage = (folder: string) => {
    const file = openSync(join(folder, 'cache.sqlite'), 'r+');
    const { size } = fstatSync(file);
    for (let at = 16_384; at < size; at += 4096) writeSync(file, Buffer.alloc(2048, 0x5a), 0, 2048, at);
    closeSync(file);
  };
  const KEYS = Array.from({ length: 300 }, (_, index) => `k${index}`);
  const filled = (folder: string) => {
    const cache = open({ folder });
    for (const key of KEYS) cache.set('eval', key, `${key} ${'x'.repeat(1000)}`);
    cache.close();
  };

  it.each(['read', 'written'])('puts a file aside whose damage is found when it is %s, and goes on at once', how => {
    const folder = temporaryFolder();
    filled(folder);
    damage(folder);
    const { log, lines } = recorded();
    const [cache, other] = [open({ folder, log }), open({ folder, log })];
    const use = (key: string) => (how === 'read' ? cache.get('eval', key) : cache.set('eval', key, 'new'));
    for (const key of KEYS) use(key);
    cache.set('eval', 'k', 1);
    expect([cache.get('eval', 'k'), cache.stats().problem]).toEqual([1, null]);
    expect(lines).toEqual([expect.stringContaining('has been put aside; a new one is begun')]);
    // Whoever had the old one open notices, and goes on with the new one, too.
    for (const key of KEYS) other.get('eval', key);
    for (const key of KEYS) other.set('eval', key, 'theirs');
    expect([other.get('eval', 'k0'), other.get('eval', 'k'), cache.get('eval', 'k0')]).toEqual(['theirs', 1, 'theirs']);
    expect(lines).toHaveLength(1);
    cache.close();
    other.close();
    const again = open({ folder });
    expect([again.get('eval', 'k'), again.stats().problem]).toEqual([1, null]);
    again.close();
  });

  it('keeps one file that was put aside, with its log of changes', () => {
    const path = join(temporaryFolder(), 'cache.sqlite');
    for (const time of ['first', 'second', 'third']) {
      for (const suffix of ['', '-wal', '-shm']) writeFileSync(path + suffix, time);
      if (time === 'third') rmSync(`${path}-wal`);
      putAside(path);
    }
    expect(readdirSync(dirname(path))).toEqual(['cache.sqlite.broken']);
    expect(readFileSync(`${path}.broken`, 'utf8')).toBe('third');
  });

  it('gives up on a disk that damages every file', () => {
    const folder = temporaryFolder();
    const { log, lines } = recorded();
    filled(folder);
    const cache = open({ folder, log });
    for (let time = 0; time < 6; time++) {
      const other = new Database(join(folder, 'cache.sqlite'));
      other.exec('DROP TABLE IF EXISTS entries');
      other.close();
      cache.get('eval', 'k1');
    }
    expect(lines.filter(line => line.includes('has been put aside'))).toHaveLength(3);
    expect(cache.stats().problem).toMatch(/could not be read .*; nothing is remembered$/);
    cache.close();
  });

  it('does without a folder that cannot be used, says why, and breaks nothing', () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, 'in the way');
    const cache = open({ folder });
    cache.set('eval', 'k', 1);
    expect(cache.get('eval', 'k')).toBeUndefined();
    const { path, problem } = cache.stats();
    expect(path).toBeNull();
    expect(problem).toMatch(/^the cache in .* could not be opened \(.*(EEXIST|ENOTDIR).*\); nothing is remembered$/);
    cache.close();
  });
});
