import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { Cache, type CacheOptions } from '../../src/service/cache.ts';
import { silent, temporaryFolder } from '../support/settings.ts';

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
