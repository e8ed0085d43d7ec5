import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { LichessClient } from '../../src/lichess/client.ts';
import type { ApiRequest } from '../../src/lichess/http-client.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer, drop, dropWithin, floods, inPieces, saysNothing, stalls } from '../support/lichess/mishaps.ts';
import { lichessPgn } from '../support/lichess/pgn.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';

const ID = 'TaHSAsYD';
const PGN = lichessPgn(ID, '1. e4 e5 2. Qh5 Ke7 3. Qxe5#', { White: 'Zoë' });

const question = (gameId = ID): ApiRequest => ({
  route: '/game/export/{gameId}',
  params: { gameId },
  query: { clocks: true },
  accept: 'application/x-chess-pgn',
  refusals: { 404: `link: there is no ${gameId}.` },
});
const chapter: ApiRequest = {
  ...question(),
  route: '/api/study/{studyId}/{chapterId}.pgn',
  params: { studyId: ID, chapterId: ID },
};

let lichess: Loopback;
const clients: LichessClient[] = [];
const clientFor = (url: string): LichessClient => {
  const client = new LichessClient({ url, userAgent: 'Kibitz/0' });
  clients.push(client);
  return client;
};
let client: LichessClient;

beforeEach(async () => {
  lichess = await startLichess();
  lichess.games.set(ID, PGN);
  client = clientFor(lichess.url);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await Promise.all(clients.splice(0).map(one => one.close()));
});

describe('a request', () => {
  it('of somebody who may have to stop is not made when that is so, and takes its turn with all others', async () => {
    let mayAsk = true;
    const guarded = client.guarded(() => {
      if (!mayAsk) throw new Fault('cancelled', 'Stop.');
    });
    expect(await Promise.all([guarded.get(question()), client.get(question())])).toEqual([PGN, PGN]);
    expect(lichess.busiest).toBe(1);
    mayAsk = false;
    await expect(guarded.get(question())).rejects.toThrow('Stop.');
    expect(lichess.seen).toHaveLength(2);
    expect(await client.get(question())).toBe(PGN);
  });

  it('on behalf of somebody is counted once, however often it has to be made, and not made where it would be too many', async () => {
    const counted = { begun: 0, done: 0, most: 1 };
    const admit = () => {
      if (counted.begun >= counted.most) throw new Fault('bad-input', 'Enough.');
      counted.begun++;
      return () => void counted.done++;
    };
    const asked = client.onBehalfOf({ name: 'anna', admit });
    lichess.mishaps.push(drop);
    expect(await asked.get(question())).toBe(PGN);
    expect([lichess.seen.length, counted]).toEqual([2, { begun: 1, done: 1, most: 1 }]);
    await expect(asked.get(question())).rejects.toThrow('Enough.');
    expect([lichess.seen.length, await client.get(question())]).toEqual([2, PGN]);
    counted.most = 2;
    lichess.mishaps.push(answer(500));
    await expect(asked.get(question())).rejects.toThrow('500');
    expect(counted).toEqual({ begun: 2, done: 2, most: 2 });
  });

  it('brings the text, and says who asks for what', async () => {
    expect(await client.get(question())).toBe(PGN);
    expect(lichess.seen).toHaveLength(1);
    expect(lichess.seen[0]).toMatchObject({
      method: 'GET',
      path: `/game/export/${ID}`,
      headers: { accept: 'application/x-chess-pgn', 'user-agent': 'Kibitz/0' },
    });
    expect(String(lichess.seen[0]?.query)).toBe('clocks=true');
  });

  it('reads an answer in whatever pieces it comes', async () => {
    lichess.mishaps.push(inPieces(PGN));
    expect(await client.get(question())).toBe(PGN);
  });

  it('keeps what is asked in its place', async () => {
    await expect(client.get(question('../x?y'))).rejects.toMatchObject({ code: 'bad-input' });
    expect(lichess.seen[0]?.path).toBe('/game/export/..%2Fx%3Fy');
    lichess.takeComplaints();
  });

  it('waits for the one before', async () => {
    const ids = ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3', 'aaaaaaa4'];
    for (const id of ids) lichess.games.set(id, id);
    for (const id of ids) lichess.mishaps.push(inPieces(id));
    expect(await Promise.all(ids.map(id => client.get(question(id))))).toEqual(ids);
    expect(lichess.seen.map(({ path }) => path.slice(-8))).toEqual(ids);
    expect(lichess.busiest).toBe(1);
  });

  it('goes on after one that failed', async () => {
    const asked = ['xxxxxxx1', ID].map(id => client.get(question(id)));
    const [failed, fine] = await Promise.allSettled(asked);
    expect([failed?.status, fine?.status]).toEqual(['rejected', 'fulfilled']);
  });

  it('goes through a proxy that the environment names', async () => {
    const through: (string | undefined)[] = [];
    lichess.server.on('connect', ({ url }, socket) => {
      through.push(url);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      lichess.server.emit('connection', socket);
    });
    vi.stubEnv('http_proxy', lichess.url);
    vi.stubEnv('no_proxy', '');
    expect(await clientFor('http://lichess.test').get(question())).toBe(PGN);
    expect(through).toEqual(['lichess.test:80']);
  });

  it('finds a server that is not at the root', async () => {
    await expect(clientFor(`${lichess.url}/mirror`).get(question())).rejects.toMatchObject({ code: 'bad-input' });
    expect(lichess.seen[0]?.path).toBe(`/mirror/game/export/${ID}`);
    lichess.takeComplaints();
  });
});

describe('an answer that is none', () => {
  it('of which the asker knows the meaning is their mistake', async () => {
    await expect(client.get(question('xxxxxxx1'))).rejects.toMatchObject({
      code: 'bad-input',
      message: 'link: there is no xxxxxxx1.',
    });
  });

  it.each([
    [500, 'has trouble (it answered 500); try again later.'],
    [503, 'has trouble (it answered 503); try again later.'],
    [302, 'answered 302, which Kibitz does not understand; is LICHESS_URL right?'],
    [204, 'answered 204, which Kibitz does not understand; is LICHESS_URL right?'],
    [400, 'answered 400, which Kibitz does not understand; is LICHESS_URL right?'],
  ])('%i is told, and not tried again', async (status, words) => {
    lichess.mishaps.push(answer(status, '', { location: '/login' }));
    await expect(client.get(question())).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `${lichess.host} ${words}`,
    });
    expect(lichess.seen).toHaveLength(1);
  });

  it('is one that does not end', async () => {
    lichess.mishaps.push(floods('[Event "?"]\n'.repeat(1000)));
    await expect(client.get(question())).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `${lichess.host} sent more than 1 MB, which is more than a game takes.`,
    });
    expect(await client.get(question())).toBe(PGN);
  });

  it('may be as long as is allowed, to the byte', async () => {
    for (const length of [1_000_000, 1_000_001]) lichess.games.set(`long${length % 10}xxx`, 'x'.repeat(length));
    expect(await client.get(question('long0xxx'))).toHaveLength(1_000_000);
    await expect(client.get(question('long1xxx'))).rejects.toThrow('more than 1 MB');
  });
});

describe('a connection', () => {
  it('that is dropped once is made again', async () => {
    lichess.mishaps.push(drop);
    expect(await client.get(question())).toBe(PGN);
    lichess.mishaps.push(dropWithin('[Event "Rated'));
    expect(await client.get(question())).toBe(PGN);
    expect(lichess.seen).toHaveLength(4);
  });

  it('that is dropped twice is told, and not made a third time', async () => {
    lichess.mishaps.push(drop, dropWithin('[Event'));
    await expect(client.get(question())).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `${lichess.host} cannot be reached (the connection was dropped); check your network, or try again later.`,
    });
    expect(lichess.seen).toHaveLength(2);
  });

  it('that nobody takes is told', async () => {
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise(resolve => closed.close(resolve));
    await expect(clientFor(`http://127.0.0.1:${port}`).get(question())).rejects.toMatchObject({
      code: 'lichess-failed',
      message: `127.0.0.1:${port} cannot be reached (the connection was refused); check your network, or try again later.`,
    });
  });

  it('to a name that nobody knows is told', async () => {
    // The name is reserved: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
    await expect(clientFor('http://lichess.invalid').get(question())).rejects.toMatchObject({
      code: 'lichess-failed',
      message: expect.stringMatching(
        // Where there is no network, looking a name up may take longer than anybody waits.
        /^lichess\.invalid cannot be reached \((its name (is not known|cannot be looked up)|no connection in time)\)/,
      ),
    });
  });
});

describe('nobody waits for ever', () => {
  const late = () => ({
    code: 'deadline',
    message: `${lichess.host} did not answer within 0.05 s; try again later.`,
  });

  it.each([
    ['says nothing', saysNothing],
    ['stops in the middle', stalls('[Event "')],
  ])('for a server that %s', async (_, mishap) => {
    lichess.mishaps.push(mishap);
    await expect(client.get(question(), { deadlineMs: 50 })).rejects.toMatchObject(late());
    lichess.mishaps.length = 0; // on a slow machine it may never have been asked
    expect(await client.get(question())).toBe(PGN);
  });

  it('in line', async () => {
    lichess.mishaps.push(saysNothing);
    const stop = new AbortController();
    const first = client.get(question(), { signal: stop.signal });
    await until(() => lichess.seen.length === 1, 'the first is asked');
    await expect(client.get(question('xxxxxxx1'), { deadlineMs: 50 })).rejects.toMatchObject(late());
    stop.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect(await client.get(question())).toBe(PGN);
    // Whoever gave up in line never asked.
    expect(lichess.seen.map(({ path }) => path.slice(-8))).toEqual([ID, ID]);
  });

  it('once it is cancelled: before, in line, and while Lichess is silent', async () => {
    await expect(client.get(question(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(lichess.seen).toHaveLength(0);
    lichess.mishaps.push(saysNothing);
    const stops = [new AbortController(), new AbortController()];
    const [first, second] = stops.map(({ signal }) => client.get(question(), { signal }));
    await until(() => lichess.seen.length === 1, 'the first is asked');
    stops[1]?.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    stops[0]?.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('too many requests', () => {
  const paused = (when: string) => ({
    code: 'rate-limited',
    message: `${lichess.host} asks for a pause after too many requests; try again in ${when}.`,
  });

  it.each<[string, string, Record<string, string>, string, number]>([
    ['nothing more is said', '', {}, 'a minute', 60],
    ['less than a minute is said', '', { 'retry-after': '5' }, 'a minute', 60],
    ['a header says how long', '', { 'retry-after': '150' }, '3 minutes', 150],
    ['a header says nonsense', 'Too many requests', { 'retry-after': 'soon' }, 'a minute', 60],
    // https://lichess.org/api names the limit and its seconds in the body.
    [
      'the body says how long',
      '{"error":"Please wait","ratelimit":{"key":"bot.vsBot.day","seconds":27594}}',
      { 'retry-after': '90' },
      '460 minutes',
      27_594,
    ],
  ])('mean a pause on that path where %s', async (_, body, headers, when, seconds) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    lichess.mishaps.push(answer(429, body, headers));
    await expect(client.get(question())).rejects.toMatchObject(paused(when));
    vi.advanceTimersByTime(1000 * seconds - 1000);
    await expect(client.get(question('xxxxxxx1'))).rejects.toMatchObject(paused('a minute'));
    expect(lichess.seen).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(await client.get(question())).toBe(PGN);
  });

  it('on one path leave the others alone', async () => {
    lichess.chapters.set(`${ID}/${ID}`, PGN);
    lichess.mishaps.push(answer(429));
    await expect(client.get(question())).rejects.toMatchObject(paused('a minute'));
    expect(await client.get(chapter)).toBe(PGN);
  });

  it('stop those who are in line already', async () => {
    lichess.mishaps.push(answer(429));
    const asked = await Promise.allSettled([client.get(question()), client.get(question()), client.get(question())]);
    for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: paused('a minute') });
    expect(lichess.seen).toHaveLength(1);
  });
});
