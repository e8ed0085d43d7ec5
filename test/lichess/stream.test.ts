import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LichessClient } from '../../src/lichess/client.ts';
import type { ApiRequest } from '../../src/lichess/http-client.ts';
import { VirtualClock } from '../support/clock.ts';
import { until } from '../support/processes.ts';
import { clientOf, hangs, hangsUp, OK, opens, says, serve, type TestServer } from './server.ts';

const question = (more: Partial<ApiRequest> = {}): ApiRequest => ({
  ...{ route: '/stream', params: {}, query: {}, accept: 'application/x-ndjson', refusals: {} },
  ...more,
});
const other = question({ route: '/other' });

let server: TestServer;
let clock: VirtualClock;
let client: LichessClient;
const warn = vi.fn<(what: object, message: string) => void>();
beforeEach(async () => {
  warn.mockReset();
  server = await serve();
  clock = new VirtualClock();
  client = clientOf(server, { clock, log: { warn } });
});

const last = () => {
  const visit = server.visits.at(-1);
  if (!visit) throw new Error('nobody has asked');
  return visit;
};

/** All there is, and how it ended. */
async function readAll(stream: AsyncIterable<unknown>): Promise<{ values: unknown[]; fault?: unknown }> {
  const values: unknown[] = [];
  try {
    for await (const value of stream) values.push(value);
    return { values };
  } catch (fault) {
    return { values, fault };
  }
}

/** The stream once its first value is here. */
async function opened(options: { signal?: AbortSignal } = {}): Promise<AsyncIterator<unknown>> {
  server.answers.push(opens('{"n":1}'));
  const stream = client.stream(question(), options)[Symbol.asyncIterator]();
  expect(await stream.next()).toEqual({ done: false, value: { n: 1 } });
  return stream;
}

describe('a stream', () => {
  it('brings its values one by one, until the other end closes it', async () => {
    server.answers.push(({ response }) => {
      response.writeHead(200).write('{"n":1}\n\n\n{"n"');
      setTimeout(() => response.end(':2}\r\n[3]\n"Zoë"'), 20);
    });
    expect(await readAll(client.stream(question()))).toEqual({ values: [{ n: 1 }, { n: 2 }, [3], 'Zoë'] });
    expect(last()).toMatchObject({ method: 'GET', path: '/stream', headers: { accept: 'application/x-ndjson' } });
  });

  it('skips what cannot be read, and tells it once', async () => {
    const bad = ['{"n":', 'nonsense\u001b[31m', '{"n":', '\u0000'];
    for (let i = 0; i < 2; i++) {
      server.answers.push(says(200, ['{"n":1}', ...bad, '{"n":2}', ''].join('\n')));
      expect(await readAll(client.stream(question()))).toEqual({ values: [{ n: 1 }, { n: 2 }] });
    }
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      `${server.host} sent a line that is not JSON: {"n":`,
      `${server.host} sent a line that is not JSON: nonsense [31m`,
      `${server.host} sent a line that is not JSON: `,
    ]);
  });

  it('is not stopped by a line without end, nor fills the memory with it', async () => {
    server.answers.push(says(200, `{"n":1}\n"${'x'.repeat(3_000_000)}"\n{"n":2}\n`));
    expect(await readAll(client.stream(question()))).toEqual({ values: [{ n: 1 }, { n: 2 }] });
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      `${server.host} sent a line that takes more than 1 MB`,
    );
  });

  it('tells no more than a hundred things that are wrong', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `wrong ${index}`);
    server.answers.push(says(200, lines.join('\n')));
    await readAll(client.stream(question()));
    expect(warn).toHaveBeenCalledTimes(101);
    expect(warn.mock.lastCall?.[1]).toContain('no longer told');
  });

  it('stands in nobody’s way once it is open', async () => {
    const streams = [await opened(), await opened(), await opened()];
    server.answers.push(says(200, 'fine'));
    expect(await client.get(other)).toBe('fine');
    for (const { response } of server.visits.slice(0, 3)) response.write('{"n":2}\n');
    for (const stream of streams) expect(await stream.next()).toMatchObject({ value: { n: 2 } });
  });

  it('is a request like any other until it is open', async () => {
    server.answers.push(hangs, says(200, 'fine'));
    const values = readAll(client.stream(question()));
    await until(() => server.visits.length === 1, 'the stream is asked for');
    const next = client.get(other);
    await clock.advance(1000);
    expect(server.visits).toHaveLength(1);
    opens('{"n":1}')(last());
    expect(await next).toBe('fine');
    server.visits[0]?.response.end();
    expect(await values).toEqual({ values: [{ n: 1 }] });
  });
});

describe('a stream that ends badly', () => {
  it.each<[string, number, string]>([
    ['trouble', 503, 'has trouble (it answered 503)'],
    ['nonsense', 302, 'answered 302, which Kibitz does not understand'],
  ])('at once, with %s, is a fault', async (_, status, words) => {
    server.answers.push(says(status));
    const { fault } = await readAll(client.stream(question()));
    expect(fault).toMatchObject({ code: 'lichess-failed', message: expect.stringContaining(words) });
  });

  it('with a refusal is the asker’s mistake', async () => {
    server.answers.push(says(404, '{"error":"Not found"}'));
    const { fault } = await readAll(client.stream(question({ refusals: { 404: 'game: there is none.' } })));
    expect(fault).toMatchObject({ code: 'bad-input', message: 'game: there is none.' });
  });

  it('with 429 is paused', async () => {
    server.answers.push(says(429));
    expect((await readAll(client.stream(question()))).fault).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 60_000,
    });
    expect((await readAll(client.stream(question()))).fault).toMatchObject({ code: 'rate-limited' });
    expect(server.visits).toHaveLength(1);
    await clock.advance(60_000);
    server.answers.push(says(200, '{"n":1}'));
    expect(await readAll(client.stream(question()))).toEqual({ values: [{ n: 1 }] });
  });

  it('in the middle, with the connection dropped, is a fault', async () => {
    const stream = await opened();
    hangsUp(last());
    await expect(stream.next()).rejects.toMatchObject({
      code: 'lichess-failed',
      message: expect.stringContaining('the connection was dropped'),
    });
  });
});

describe('silence', () => {
  const dead = () => ({
    code: 'lichess-failed',
    message: `${server.host} has said nothing for 20 s; the connection is given up.`,
  });

  it('of 20 s means that the connection is dead', async () => {
    const stream = await opened();
    const next = stream.next();
    await clock.advance(19_999);
    expect(last().over).toBe(false);
    const ended = expect(next).rejects.toMatchObject(dead());
    await clock.advance(1);
    await ended;
    await until(() => last().over, 'the connection is closed');
  });

  it('is broken by an empty line, and by part of a line', async () => {
    const stream = await opened();
    const next = stream.next();
    for (const text of ['\n', '\n', '{"n"', ':']) {
      await clock.advance(15_000);
      last().response.write(text);
      await until(() => clock.wakesIn(20_000), 'it is heard');
    }
    last().response.write('2}\n');
    expect(await next).toMatchObject({ value: { n: 2 } });
  });

  it('is not counted while what came is being worked on', async () => {
    const stream = await opened();
    last().response.write('{"n":2}\n');
    await clock.advance(100_000);
    expect(await stream.next()).toMatchObject({ value: { n: 2 } });
  });

  it('before it opens is a matter of the deadline', async () => {
    server.answers.push(hangs);
    const all = readAll(client.stream(question(), { deadlineMs: 5000 }));
    await until(() => server.visits.length === 1, 'it is asked for');
    await clock.advance(5000);
    expect(await all).toMatchObject({ values: [], fault: { code: 'deadline' } });
  });
});

describe('whoever has had enough', () => {
  it('stops reading, and the connection is closed', async () => {
    server.answers.push(opens('{"n":1}', '{"n":2}'));
    for await (const value of client.stream(question())) {
      expect(value).toEqual({ n: 1 });
      break;
    }
    await until(() => last().over, 'the connection is closed');
  });

  it('aborts: before it opens, while it opens and while nothing comes', async () => {
    const { fault } = await readAll(client.stream(question(), { signal: AbortSignal.abort() }));
    expect(fault).toMatchObject({ code: 'cancelled' });
    expect(server.visits).toEqual([]);
    server.answers.push(hangs);
    const stop = new AbortController();
    const all = readAll(client.stream(question(), { signal: stop.signal }));
    await until(() => server.visits.length === 1, 'it is asked for');
    stop.abort();
    expect(await all).toMatchObject({ values: [], fault: { code: 'cancelled' } });
    await clock.advance(100);
    const later = new AbortController();
    const next = (await opened({ signal: later.signal })).next();
    later.abort();
    await expect(next).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => last().over, 'the connection is closed');
  });

  it('closes the client, which ends everything', async () => {
    const streams = [await opened(), await opened()];
    server.answers.push(hangs);
    const everything = [...streams.map(stream => stream.next()), client.get(question()), client.get(other)];
    const ended = Promise.allSettled(everything);
    await until(() => server.visits.length === 3, 'all that can be asked is asked');
    await client.close();
    for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'closing' } });
    await until(() => server.visits.every(({ over }) => over), 'all connections are closed');
    await expect(client.get(other)).rejects.toMatchObject({ code: 'closing' });
    expect((await readAll(client.stream(other))).fault).toMatchObject({ code: 'closing' });
    expect(server.visits).toHaveLength(3);
  });

  it('has said nothing to others: a signal that lives on keeps nothing', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    server.answers.push(says(200, '{"n":1}'), says(200, OK), says(500));
    await readAll(client.stream(question(), { signal }));
    await client.get(other, { signal });
    await expect(client.get(other, { signal })).rejects.toThrow();
    expect(add).toHaveBeenCalledTimes(3);
    expect(remove).toHaveBeenCalledTimes(3);
  });
});
