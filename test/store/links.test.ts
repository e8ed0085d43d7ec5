import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { temporaryFolder } from '../support/settings.ts';
import { openStore } from './open.ts';

const USER = '100000000000000003';

describe('a linked account', () => {
  it('is there after a restart, with when it was fetched, until it is removed', () => {
    const folder = temporaryFolder();
    const clock = { now: 10 };
    const first = openStore({ folder, clock });
    expect(first.links.get(USER)).toBeUndefined();
    first.links.put(USER, { name: 'thibault', ratings: {} });
    clock.now = 20;
    first.links.put(USER, { name: 'Thibault', ratings: { blitz: 1700, classical: 1950 } });
    first.close();
    const { links } = openStore({ folder });
    expect(links.get(USER)).toEqual({ name: 'Thibault', ratings: { blitz: 1700, classical: 1950 }, fetched: 20 });
    expect(links.get('100000000000000004')).toBeUndefined();
    expect(links.remove(USER)).toBe(true);
    expect(links.remove(USER)).toBe(false);
    expect(links.get(USER)).toBeUndefined();
  });

  it.each(['{', '{"blitz":"high"}', '{"checkers":1500}', '[]'])('with ratings %s is to be fetched anew', ratings => {
    const folder = temporaryFolder();
    const { links } = openStore({ folder });
    links.put(USER, { name: 'thibault', ratings: { blitz: 1700 } });
    const sql = new StoreFile(join(folder, STORE_FILE));
    sql.run('UPDATE links SET ratings = ?', ratings);
    sql.close();
    expect(links.get(USER)).toEqual({ name: 'thibault', ratings: {}, fetched: 0 });
  });
});
