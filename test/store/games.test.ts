import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { GAME_LIFE_MS, Games } from '../../src/store/games.ts';
import { temporaryFolder } from '../support/settings.ts';
import { DAY, openStore } from './open.ts';

const ANNA = { owner: '100000000000000003', server: '200000000000000001' };

describe('a game', () => {
  it('is there after a restart as it stood', () => {
    const folder = temporaryFolder();
    const first = openStore({ folder, clock: { now: 5 } });
    const begun = first.games.begin(ANNA, { moves: [] });
    const changed = first.games.change(begun, { state: { moves: ['e2e4'] }, over: false });
    expect(changed).toEqual({ ...begun, version: 2, state: { moves: ['e2e4'] } });
    first.close();
    expect(openStore({ folder, clock: { now: 9 } }).games.get(begun.id)).toEqual(changed);
  });

  it('is changed by the first of two who saw the same version, and the second changes nothing', () => {
    const { games } = openStore();
    const begun = games.begin(ANNA, 'start');
    expect(games.change(begun, { state: 'first', over: false })?.version).toBe(2);
    expect(games.change(begun, { state: 'second', over: true })).toBeUndefined();
    expect(games.get(begun.id)).toMatchObject({ version: 2, state: 'first', over: false });
  });

  it('is found by whose it is and where, until it is over', () => {
    const { games } = openStore();
    const here = games.begin(ANNA, 'here');
    const inPrivate = games.begin({ ...ANNA, server: null }, 'private');
    games.begin({ ...ANNA, owner: '4' }, 'of somebody else');
    expect(games.unfinished(ANNA)?.id).toBe(here.id);
    expect(games.unfinished({ ...ANNA, server: null })?.id).toBe(inPrivate.id);
    expect(games.unfinished({ ...ANNA, server: '5' })).toBeUndefined();
    games.change(here, { state: 'mate', over: true });
    expect(games.unfinished(ANNA)).toBeUndefined();
    expect(games.get(here.id)?.state).toBe('mate');
  });

  it('goes after 30 days without a move, and a move begins them anew', () => {
    const clock = { now: 0 };
    const { games } = openStore({ clock });
    const [left, played] = [games.begin(ANNA, 1), games.begin(ANNA, 2)];
    clock.now = 20 * DAY;
    games.change(played, { state: 3, over: false });
    clock.now = GAME_LIFE_MS;
    expect(games.get(left.id)).toBeUndefined();
    expect(games.get(played.id)?.state).toBe(3);
    expect(games.unfinished(ANNA)?.id).toBe(played.id);
  });

  it('makes room where there are too many: finished ones first, then those that have waited longest', () => {
    const folder = temporaryFolder();
    openStore({ folder });
    let now = 0;
    const sql = new StoreFile(join(folder, STORE_FILE), { now: () => now++ });
    const games = new Games(sql, 10);
    const begun = Array.from({ length: 10 }, (_, index) => games.begin(ANNA, index));
    const finished = begun[9];
    if (finished) games.change(finished, { state: 'over', over: true });
    games.begin(ANNA, 10);
    expect(begun.map(({ id }) => games.get(id)?.state)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, undefined]);
    games.begin(ANNA, 11);
    expect(games.get(begun[0]?.id ?? '')).toBeUndefined();
    sql.close();
  });

  it('whose row somebody has spoilt has no state', () => {
    const folder = temporaryFolder();
    const { games } = openStore({ folder });
    const { id } = games.begin(ANNA, {});
    const sql = new StoreFile(join(folder, STORE_FILE));
    sql.run('UPDATE games SET state = ?', '{');
    sql.close();
    expect(games.get(id)?.state).toBeUndefined();
  });
});
