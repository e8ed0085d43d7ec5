import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LichessClient } from '../../src/lichess/client.ts';
import { exportLastGame } from '../../src/lichess/export.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { startLichess } from '../support/lichess/start.ts';

let lichess: Loopback;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  client = new LichessClient({ url: lichess.url, userAgent: 'test' });
});
afterEach(() => client.close());

const MOVES = '1. e4 { [%clk 0:03:00] } 1... e5 2. Nf3';
const game = (id: string, headers: Record<string, string> = {}, moves = MOVES) => lichessPgn(id, moves, headers);
/** The last comes first. */
function plays(...pgns: string[]) {
  lichess.account('ben');
  lichess.games.clear();
  for (const [index, pgn] of pgns.toReversed().entries()) lichess.games.set(String(index), pgn);
}

describe('the last game of somebody', () => {
  it('is the first that Lichess names, with the side that was theirs', async () => {
    plays(game('aaaaaaa2'), game('aaaaaaa1'));
    const { pgn, id, side } = await exportLastGame(client, 'BEN');
    expect([id, side]).toEqual(['aaaaaaa2', 'black']);
    expect(pgn.trim()).toBe(game('aaaaaaa2').trim());
    plays(game('aaaaaaa3', { White: 'ben', Black: 'Carl' }));
    expect(await exportLastGame(client, 'Ben')).toMatchObject({ id: 'aaaaaaa3', side: 'white' });
  });

  it('is never asked for while it is running', async () => {
    plays(game('aaaaaaa1'));
    await exportLastGame(client, 'ben');
    const [seen] = lichess.seen;
    expect(Object.fromEntries(seen?.query ?? [])).toMatchObject({ finished: 'true', ongoing: 'false', max: '10' });
  });

  it.each([
    ['a variant', game('bbbbbbb1', { Variant: 'Crazyhouse' })],
    ['one without a move', game('bbbbbbb1', { Termination: 'Abandoned' }, '')],
    ['one that is running after all', game('bbbbbbb1', { Result: '*', Termination: 'Unterminated' })],
    ['one of which nobody knows whether it is over', game('bbbbbbb1', { Result: '*', Termination: '?' })],
  ])('is not %s, but the one before', async (_, pgn) => {
    plays(pgn, game('aaaaaaa1'));
    expect(await exportLastGame(client, 'ben')).toMatchObject({ id: 'aaaaaaa1' });
  });

  it('may begin at a position of its own, and come from an old server', async () => {
    const site = game('aaaaaaa1', { Variant: 'From Position' }).replace(/\[GameId .*\]\n/, '');
    plays(site);
    expect(await exportLastGame(client, 'ben')).toMatchObject({ id: 'aaaaaaa1' });
    plays(site.replace(/\[Site .*\]\n/, ''));
    expect((await exportLastGame(client, 'ben')).id).toBeUndefined();
  });

  it.each([
    [
      'who has not finished one',
      [],
      'link: ben has not finished a game on Lichess yet; give a link to a game instead.',
    ],
    [
      'who plays variants',
      [game('bbbbbbb1', { Variant: 'Atomic' }), game('bbbbbbb2', { Variant: 'Chess960' })],
      'link: ben has played no standard chess of late, only variants; give a link to a game instead.',
    ],
  ])('gets its own answer for somebody %s', async (_, pgns, message) => {
    plays(...pgns);
    await expect(exportLastGame(client, 'ben')).rejects.toMatchObject({ code: 'bad-input', message });
  });

  it.each([
    ['has left', '{"id":"gone","username":"Gone","disabled":true}', 'link: the account Gone is closed; '],
    ['hides', '{"id":"gone","username":"Gone"}', 'link: Gone has no games that everybody may see; '],
    ['was never there', undefined, 'link: nobody on Lichess is called Gone; check the spelling.'],
  ])('gets its own answer for somebody who %s', async (_, user, message) => {
    if (user) lichess.users.set('gone', user);
    await expect(exportLastGame(client, 'Gone')).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(message),
    });
  });

  it('is a game, and Lichess may have a bad day', async () => {
    lichess.mishaps.push(answer(200, 'Hello'), answer(503));
    await expect(exportLastGame(client, 'ben')).rejects.toMatchObject({ code: 'lichess-failed' });
    await expect(exportLastGame(client, 'ben')).rejects.toMatchObject({ code: 'lichess-failed' });
  });
});
