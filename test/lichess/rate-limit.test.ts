import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/lichess/http-client.ts';
import { RateLimits } from '../../src/lichess/response.ts';
import { VirtualClock } from '../support/clock.ts';

const about = (route: string, more: Partial<ApiRequest> = {}): ApiRequest => ({
  ...{ route, params: {}, query: {}, accept: 'application/json', refusals: {} },
  ...more,
});
const user = about('/api/user/{username}', { params: { username: 'anna' } });
const challenge = about('/api/challenge/{username}', { params: { username: 'anna' }, growingLimit: true });
const move = (gameId: string, uci = 'e2e4') =>
  about('/api/bot/game/{gameId}/move/{move}', { params: { gameId, move: uci }, limitedBy: 'gameId' });

let clock: VirtualClock;
let pauses: RateLimits;
beforeEach(() => {
  clock = new VirtualClock();
  pauses = new RateLimits(clock);
});

describe('a pause', () => {
  it('is for a minute, and passes', async () => {
    expect(pauses.left(user)).toBe(0);
    expect(pauses.begin(user, 0)).toBe(60_000);
    await clock.advance(59_999);
    expect(pauses.left(user)).toBe(1);
    await clock.advance(1);
    expect(pauses.left(user)).toBe(0);
  });

  it.each([
    [5, 60_000],
    [-1, 60_000],
    [61, 61_000],
    [27_594, 27_594_000],
    [Number.POSITIVE_INFINITY, 86_400_000],
  ])('of %d s as Lichess asks for it takes %d ms', (seconds, ms) => {
    expect(pauses.begin(user, seconds)).toBe(ms);
  });

  it('is about everybody on that path, and about no other path', () => {
    pauses.begin(user, 0);
    expect(pauses.left({ ...user, params: { username: 'ben' } })).toBeGreaterThan(0);
    expect(pauses.left(challenge)).toBe(0);
  });

  it('is about one game where it is about moves, whichever they are', () => {
    pauses.begin(move('aaaaaaaa'), 0);
    expect(pauses.left(move('aaaaaaaa', 'd2d4'))).toBe(60_000);
    expect(pauses.left(move('bbbbbbbb'))).toBe(0);
  });

  it('grows from one to the next for challenges, up to ten minutes, until one gets through', () => {
    const rows = () => Array.from({ length: 6 }, () => pauses.begin(challenge, 0) / 1000);
    expect(rows()).toEqual([60, 120, 240, 480, 600, 600]);
    expect(pauses.begin(challenge, 700)).toBe(700_000);
    pauses.forget(challenge);
    expect(pauses.left(challenge)).toBe(0);
    expect(rows()).toEqual([60, 120, 240, 480, 600, 600]);
  });

  it('stays as long as it was for everything else', () => {
    expect([pauses.begin(user, 0), pauses.begin(user, 0)]).toEqual([60_000, 60_000]);
  });
});
