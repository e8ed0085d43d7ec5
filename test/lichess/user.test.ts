import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LichessClient } from '../../src/lichess/client.ts';
import { fetchUser } from '../../src/lichess/user.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer } from '../support/lichess/mishaps.ts';
import { startLichess } from '../support/lichess/start.ts';

let lichess: Loopback;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  client = new LichessClient({ url: lichess.url, userAgent: 'test' });
});
afterEach(() => client.close());

describe('somebody on Lichess', () => {
  it('has a name as they write it, and the ratings of what they have played', async () => {
    const perfs = {
      blitz: { games: 3, rating: 1500, rd: 200, prog: 0, prov: true },
      chess960: { games: 0, rating: 1500, rd: 500, prog: 0, prov: true },
      puzzle: { games: 20, rating: 2001, rd: 70, prog: 4 },
      storm: { runs: 2, score: 13 },
    };
    lichess.users.set('anna', JSON.stringify({ id: 'anna', username: 'Anna', perfs, createdAt: 1, count: { all: 3 } }));
    expect(await fetchUser(client, 'anna')).toEqual({
      kind: 'user',
      name: 'Anna',
      ratings: { blitz: 1500, puzzle: 2001 },
    });
  });

  it('may be gone, or never have been', async () => {
    lichess.users.set('gone', '{"id":"gone","username":"Gone","disabled":true}');
    expect(await fetchUser(client, 'gone')).toEqual({ kind: 'closed', name: 'Gone' });
    expect(await fetchUser(client, 'ghost')).toEqual({ kind: 'unknown' });
  });

  it.each(['a', 'a b', '../../x', 'ä'.repeat(5), 'x'.repeat(31), ''])(
    'is not asked for by no name: "%s"',
    async name => {
      expect(await fetchUser(client, name)).toEqual({ kind: 'no-name' });
      expect(lichess.seen).toEqual([]);
    },
  );

  it.each(['', '[]', '{"username":7}', '<html>'])('is not made up: %s', async text => {
    lichess.mishaps.push(answer(200, text));
    await expect(fetchUser(client, 'anna')).rejects.toMatchObject({ code: 'lichess-failed' });
  });
});
