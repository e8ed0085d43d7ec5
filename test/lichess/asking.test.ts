import { inspect } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import type { LichessClient } from '../../src/lichess/client.ts';
import type { ApiRequest } from '../../src/lichess/http-client.ts';
import { VirtualClock } from '../support/clock.ts';
import { until } from '../support/processes.ts';
import { clientOf, hangs, hangsUp, OK, says, serve, type TestServer } from './server.ts';

const question = (more: Partial<ApiRequest> = {}): ApiRequest => ({
  ...{ route: '/thing/{id}', params: { id: '7' }, query: {}, accept: 'application/json', refusals: {} },
  ...more,
});
const persistent = question({ again: 'persist' });
const move = (gameId: string, uci = 'e2e4'): ApiRequest =>
  question({
    ...{ route: '/game/{gameId}/move/{move}', params: { gameId, move: uci } },
    ...{ lane: 'move', again: 'persist', limitedBy: 'gameId' },
  });

let server: TestServer;
let clock: VirtualClock;
let client: LichessClient;
beforeEach(async () => {
  server = await serve();
  clock = new VirtualClock();
  client = clientOf(server, { clock, random: () => 1 });
});

const seen = (count: number) => until(() => server.visits.length === count, `${count} requests are made`);
const paths = () => server.visits.map(({ path }) => path);

describe('a request', () => {
  it('carries what is asked for, and a form', async () => {
    const query = { max: 3, rated: true, vs: 'a&b=c ü' };
    const body = { kind: 'form', fields: { room: 'player', text: 'Grüße & 1+1=2?\n' } } as const;
    expect(await client.post(question({ query, body }))).toBe(OK);
    const [visit] = server.visits;
    expect(visit).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(Object.fromEntries(new URLSearchParams(visit?.body))).toEqual(body.fields);
    expect(Object.fromEntries(new URL(visit?.path ?? '', server.url).searchParams)).toEqual({
      ...{ max: '3', rated: 'true', vs: 'a&b=c ü' },
    });
  });

  it('without a body has no type of one', async () => {
    await client.post(question());
    expect(server.visits[0]).toMatchObject({ method: 'POST', body: '', headers: { 'content-length': '0' } });
    expect(server.visits[0]?.headers).not.toHaveProperty('content-type');
  });
});

describe('the token', () => {
  const token = 'lip_SecretSecretSecret';

  it('goes with every request, but for those that are nobody’s', async () => {
    const ours = clientOf(server, { token });
    await ours.get(question());
    await ours.post(question());
    await ours.post(question({ anonymous: true }));
    await client.get(question());
    const bearer = `Bearer ${token}`;
    expect(server.visits.map(({ headers }) => headers.authorization)).toEqual([bearer, bearer, undefined, undefined]);
  });

  it('is not sent on to another address', async () => {
    const elsewhere = await serve();
    server.answers.push(says(302, '', { location: `${elsewhere.url}/thing/7` }));
    await expect(clientOf(server, { token }).get(question())).rejects.toMatchObject({ code: 'lichess-failed' });
    expect(elsewhere.visits).toEqual([]);
  });

  it('is in no error and in nothing that is logged', async () => {
    const warn = vi.fn();
    const ours = clientOf(server, { token, log: { warn } });
    server.answers.push(says(401), says(403), says(500), says(429), hangsUp, hangsUp, says(200, 'nonsense\n'));
    const faults: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const path = question({ route: `/thing/${i}/{id}` });
      await ours.get(path).catch(fault => faults.push(fault));
    }
    for await (const value of ours.stream(question())) faults.push(value);
    expect(faults).toHaveLength(5);
    expect(warn).toHaveBeenCalled();
    expect(inspect([ours, faults, warn.mock.calls], { depth: 10, showHidden: true })).not.toContain(token);
  });

  it.each(['two words', 'line\nbreak', 'Lücke'])('is refused at once if it cannot be one: %j', strange => {
    expect(() => clientOf(server, { token: strange })).toThrow(/^LICHESS_TOKEN: it has a space or a strange letter/);
  });

  it.each([
    [401, token, `LICHESS_TOKEN: HOST does not know this one, or no longer; create a new one.`],
    [403, token, 'LICHESS_TOKEN: this one may not do that; create one that may play as a bot (bot:play).'],
    [401, undefined, 'LICHESS_TOKEN: not set, and HOST wants one for this.'],
  ])('that is not taken (%i) is the mistake of whoever runs it', async (status, given, words) => {
    server.answers.push(says(status));
    const asked = clientOf(server, given ? { token: given } : {}).post(persistent);
    await expect(asked).rejects.toMatchObject({ code: 'lichess-refused', message: words.replace('HOST', server.host) });
    expect(server.visits).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refusals = { 400: (words: string) => `move: no (${words}).` };

  it.each([
    ['{"error":"Not your turn"}', 'move: no (Not your turn).'],
    ['{"error":"Zeile 1\\nZeile 2\\u202e"}', 'move: no (Zeile 1 Zeile 2).'],
    ['<html>', 'move: no (without a reason).'],
    ['', 'move: no (without a reason).'],
  ])('has the words of Lichess in it: %s', async (body, message) => {
    server.answers.push(says(400, body));
    await expect(client.post(question({ refusals, again: 'persist' }))).rejects.toMatchObject({
      ...{ code: 'bad-input', message },
    });
    expect(server.visits).toHaveLength(1);
  });
});

describe('whoever persists', () => {
  it('asks again after ever longer, until there is an answer', async () => {
    server.answers.push(says(503), hangsUp, says(502), says(500), says(200, 'at last'));
    const asked = client.get(persistent);
    for (const [index, ms] of [100, 200, 400, 800].entries()) {
      await seen(index + 1);
      await until(() => clock.wakesIn(ms), `${ms} ms are waited`);
      await clock.advance(ms - 1);
      expect(server.visits).toHaveLength(index + 1);
      await clock.advance(1);
    }
    expect(await asked).toBe('at last');
  });

  it('waits no longer than it makes sense, and is told what was wrong', async () => {
    server.otherwise = says(503);
    const asked = client.get(persistent, { deadlineMs: 250 });
    const told = expect(asked).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `${server.host} has trouble (it answered 503); try again later.`,
    });
    await seen(1);
    await until(() => clock.wakesIn(100), 'it waits');
    await clock.advance(100);
    await told; // the next one would be after 300 ms
    expect(server.visits).toHaveLength(2);
  });

  it('does not stand in the way while waiting', async () => {
    server.answers.push(says(503));
    const asked = client.post(move('aaaaaaaa'));
    await seen(1);
    expect(await client.get(question())).toBe(OK);
    await clock.advance(100);
    expect(await asked).toBe(OK);
  });

  it('waits for the end of a pause if that comes in time, and gives up at once if not', async () => {
    server.answers.push(says(429));
    await expect(client.get(persistent)).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 60_000 });
    const asked = client.get(persistent, { deadlineMs: 100_000 });
    await clock.advance(59_999);
    expect(server.visits).toHaveLength(1);
    await clock.advance(1);
    expect(await asked).toBe(OK);
  });

  it('is done with after the deadline, an abort or the end, be it in the middle of waiting', async () => {
    server.otherwise = says(503);
    const stop = new AbortController();
    const asked = client.get(persistent, { signal: stop.signal });
    await seen(1);
    await until(() => clock.wakesIn(100), 'it waits');
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    const closed = client.get(persistent);
    const told = expect(closed).rejects.toMatchObject({ code: 'closing' });
    await seen(2);
    await client.close();
    await told;
  });
});

describe('where a game depends on it', () => {
  it.each([
    ['a move', move('aaaaaaaa'), [3000, 3000, 3000]],
    ['what playing needs', question({ lane: 'play', again: 'persist' }), [3000, 6000, 12_000, 12_000]],
  ])('one answer is not waited for for ever: %s is asked again', async (_, asked, attempts) => {
    server.answers.push(...attempts.map(() => hangs));
    const answer = client.post(asked, { deadlineMs: 120_000 });
    for (const [index, ms] of attempts.entries()) {
      await seen(index + 1);
      await clock.advance(ms - 1);
      expect(server.visits[index]?.over).toBe(false);
      await clock.advance(1);
      await until(() => server.visits[index]?.over === true, 'it is given up');
      await clock.advance(100 * 2 ** index);
    }
    expect(await answer).toBe(OK);
  });

  it('a slow request makes way within 60 ms, and is made again', async () => {
    server.answers.push(hangs, says(200, 'moved'), says(200, 'exported'));
    const slow = client.get(question());
    await seen(1);
    const moved = client.post(move('aaaaaaaa'));
    await clock.advance(49);
    expect(server.visits).toHaveLength(1);
    await clock.advance(11);
    expect(await moved).toBe('moved');
    expect(await slow).toBe('exported');
    expect(paths()).toEqual(['/thing/7', '/game/aaaaaaaa/move/e2e4', '/thing/7']);
  });

  it('a stream that does not open makes way as well, and is opened afterwards', async () => {
    server.answers.push(hangs, says(200, 'moved'), says(200, '{"n":1}\n'));
    const first = client.stream(question({ lane: 'play' })).next();
    await seen(1);
    const moved = client.post(move('aaaaaaaa'));
    await clock.advance(60);
    expect(await moved).toBe('moved');
    expect(await first).toEqual({ done: false, value: { n: 1 } });
  });

  it('chat is dropped for it', async () => {
    server.answers.push(hangs, says(200, 'moved'));
    const chat = client.post(question({ again: 'never' }));
    const dropped = expect(chat).rejects.toMatchObject({ code: 'busy' });
    await seen(1);
    const moved = client.post(move('aaaaaaaa'));
    await clock.advance(60);
    expect(await moved).toBe('moved');
    await dropped;
    expect(server.visits).toHaveLength(2);
  });

  it('chat is not said again, whatever happens', async () => {
    for (const trouble of [hangsUp, says(503), says(500)]) {
      server.answers.push(trouble);
      await expect(client.post(question({ again: 'never' }))).rejects.toMatchObject({ code: 'lichess-failed' });
      await clock.advance(100);
    }
    expect(server.visits).toHaveLength(3);
  });
});

describe('too many requests', () => {
  it('in one game are none in the others', async () => {
    server.answers.push(says(429));
    await expect(client.post(move('aaaaaaaa'))).rejects.toMatchObject({ code: 'rate-limited' });
    const again = client.post(move('aaaaaaaa', 'd2d4'), { deadlineMs: 90_000 });
    for (let seconds = 0; seconds < 60; seconds += 10) {
      expect(await client.post(move('bbbbbbbb'))).toBe(OK);
      await clock.advance(10_000);
    }
    expect(await again).toBe(OK);
    const others = Array.from({ length: 6 }, () => '/game/bbbbbbbb/move/e2e4');
    expect(paths()).toEqual(['/game/aaaaaaaa/move/e2e4', ...others, '/game/aaaaaaaa/move/d2d4']);
  });

  it('mean ever longer pauses for challenges, until one gets through', async () => {
    const challenge = question({ growingLimit: true });
    const pauseMs = async () => {
      const fault = await client.post(challenge).catch((error: Fault) => error);
      const { retryAfterMs: ms = 0 } = fault as Fault;
      await clock.advance(ms);
      return ms;
    };
    server.answers.push(says(429), says(429), says(429));
    expect([await pauseMs(), await pauseMs(), await pauseMs()]).toEqual([60_000, 120_000, 240_000]);
    expect(await client.post(challenge)).toBe(OK);
    server.answers.push(says(429));
    expect(await pauseMs()).toBe(60_000);
  });
});
