import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STORE_FILE, StoreFile } from '../../src/store/file.ts';
import type { Added, NewWatch, Watch } from '../../src/store/watches.ts';
import { WATCH_BOUNDS } from '../../src/store/watches.ts';
import { temporaryFolder } from '../support/settings.ts';
import { openStore } from './open.ts';

const GAME: NewWatch = {
  kind: 'game',
  target: 'abcdefgh',
  side: 'black',
  channel: '300000000000000001',
  server: '200000000000000001',
  owner: '100000000000000001',
  locale: 'de',
};

const watchOf = (added: Added): Watch => {
  if (added.kind === 'full') throw new Error(`full: ${added.bound}`);
  return added.watch;
};

describe('a watch', () => {
  it('is there after a restart, with its messages', () => {
    const folder = temporaryFolder();
    const first = openStore({ folder, clock: { now: 5 } });
    const watch = watchOf(first.watches.add(GAME));
    first.watches.setMessage(watch.id, { message: '1', game: 'abcdefgh', posted: 6 });
    first.close();
    const { watches } = openStore({ folder });
    expect(watches.all()).toEqual([{ ...GAME, id: watch.id, created: 5, last: 'abcdefgh' }]);
    expect(watches.messages(watch.id)).toEqual([{ message: '1', game: 'abcdefgh', posted: 6 }]);
  });

  it('is there once in a channel, and may be in another', () => {
    const { watches } = openStore();
    const { id } = watchOf(watches.add(GAME));
    expect(watches.add({ ...GAME, owner: '9', side: null })).toMatchObject({ kind: 'known', watch: { id } });
    expect(watches.add({ ...GAME, channel: '4' }).kind).toBe('added');
    expect(watches.add({ ...GAME, kind: 'user' }).kind).toBe('added');
    expect(watches.in(GAME.channel)).toHaveLength(2);
  });

  it('that is stopped is gone with its messages, and what comes late does not bring it back', () => {
    const { watches } = openStore();
    const { id } = watchOf(watches.add(GAME));
    watches.setMessage(id, { message: '1', game: 'abcdefgh', posted: 6 });
    expect([watches.remove(id), watches.remove(id)]).toEqual([true, false]);
    watches.setMessage(id, { message: '2', game: 'abcdefgh', posted: 7 });
    expect([watches.get(id), watches.messages(id)]).toEqual([undefined, []]);
  });

  it('of a kind that only another version knows is left alone', () => {
    const folder = temporaryFolder();
    const { watches } = openStore({ folder });
    const { id } = watchOf(watches.add(GAME));
    const sql = new StoreFile(join(folder, STORE_FILE));
    sql.run("UPDATE watches SET kind = 'tournament'");
    sql.close();
    expect([watches.get(id), watches.all()]).toEqual([undefined, []]);
  });
});

describe('a message of a watch', () => {
  it('goes from one game to the next, and ends', () => {
    const { watches } = openStore();
    const { id } = watchOf(watches.add({ ...GAME, kind: 'tv', target: '' }));
    watches.setMessage(id, { message: '1', game: 'aaaaaaaa', posted: 6 });
    watches.setMessage(id, { message: '2', game: 'bbbbbbbb', posted: 7 });
    watches.setMessage(id, { message: '1', game: 'cccccccc', posted: 6 });
    expect(watches.messages(id).map(({ game }) => game)).toEqual(['cccccccc', 'bbbbbbbb']);
    watches.endMessage(id, '2');
    expect(watches.messages(id).map(({ message }) => message)).toEqual(['1']);
    expect(watches.get(id)?.last).toBe('cccccccc');
  });
});

describe('how much can be followed', () => {
  const many = (most: number, change: (index: number) => Partial<NewWatch>): NewWatch[] =>
    Array.from({ length: most + 1 }, (_, index) => ({ ...GAME, target: `game${index}`, ...change(index) }));
  const each = (name: string) => (index: number) => ({ [name]: `${name} ${index}` });

  it.each([
    ['owner', (index: number) => ({ ...each('channel')(index), ...each('server')(index) })],
    ['channel', (index: number) => ({ ...each('owner')(index), ...each('server')(index) })],
    ['server', (index: number) => ({ ...each('owner')(index), ...each('channel')(index) })],
    ['all', (index: number) => ({ ...each('owner')(index), ...each('channel')(index), ...each('server')(index) })],
  ] as const)('is bounded: %s', (bound, change) => {
    const { watches } = openStore();
    const most = WATCH_BOUNDS[bound];
    const added = many(most, change).map(watch => watches.add(watch));
    expect(added.slice(0, most).every(({ kind }) => kind === 'added')).toBe(true);
    expect(added[most]).toEqual({ kind: 'full', bound, most });
    watches.remove(watchOf(added[0] as Added).id);
    expect(watches.add({ ...GAME, ...change(most) }).kind).toBe('added');
  });

  it('has no bound for a server where there is none', () => {
    const { watches } = openStore();
    const inPrivate = many(WATCH_BOUNDS.server, index => ({ ...each('owner')(index), ...each('channel')(index) }));
    const added = inPrivate.map(watch => watches.add({ ...watch, server: null }));
    expect(added.every(({ kind }) => kind === 'added')).toBe(true);
  });
});
