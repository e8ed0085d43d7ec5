import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../src/base/deferred.ts';
import type { TaskPool } from '../../src/tasks/tasks.ts';
import { RateLimit, type VisitLimits } from '../../src/web/server/visits.ts';
import { until } from '../support/processes.ts';
import { host } from './host.ts';

/** What one address may do to the server of pages, tried on bare connections. */

/** A connection of its own, on which nothing is read before somebody asks for it. */
function dial(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const closed = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : new Promise(resolve => socket.once('close', resolve));
const pathOf = (url: string): string => new URL(url).pathname;

/** Timers of ours from now on: Node's own, as that of a silent connection, are no others'. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => void vi.useRealTimers());

/** The server's ends of all connections from now on: what is hung up on is not heard by whoever does not read. */
function serverEnds(): Socket[] {
  const ends: Socket[] = [];
  const add = (message: unknown) => void ends.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', add);
  onTestFinished(() => void unsubscribe('net.server.socket', add));
  return ends;
}

/** How many requests the server begins with from now on. */
function requestsBegun(): { count: number } {
  const begun = { count: 0 };
  const add = () => void begun.count++;
  subscribe('http.server.request.start', add);
  onTestFinished(() => void unsubscribe('http.server.request.start', add));
  return begun;
}

/** More than lies between two processes of one machine: whoever does not read keeps some of it waiting. */
const HUGE = 16 * 1024 * 1024;

/** Makes each page of these bytes, and counts how many. */
const pagesOf = (bytes: Uint8Array): Pick<TaskPool, 'run'> & { made: number } => ({
  made: 0,
  async run() {
    this.made++;
    return bytes as never;
  },
});

/** Pages that are being made until they are let go. */
function held() {
  const gate = deferred<Uint8Array>();
  const tasks: Pick<TaskPool, 'run'> = { run: () => gate.promise as Promise<never> };
  return { tasks, release: () => gate.resolve(gzipSync('made')) };
}

const hostWith = (limits: Partial<VisitLimits>, more: Parameters<typeof host>[0] = {}) => host({ limits, ...more });

describe('connections from one address', () => {
  it('are bounded: one too many is told so, many too many are hung up on', async () => {
    const { url } = await hostWith({ connections: 3 });
    const all = Array.from({ length: 3 }, () => dial(url));
    await Promise.all(all.map(socket => new Promise(resolve => socket.once('connect', resolve))));
    const fourth = dial(url);
    fourth.end(get('/'));
    const answer = await text(fourth);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nretry-after: 10\r\n/i);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('3 connections at a time from where you are, please; try again in 10 seconds.');
    // Those that ask nothing are not waited for, and there are no more of them than of the others.
    stopTimers();
    const many = Array.from({ length: 12 }, () => dial(url));
    for (const socket of many) socket.resume();
    await until(() => many.filter(socket => socket.closed).length >= 9, 'they are hung up on');
    vi.advanceTimersByTime(1_999);
    await new Promise(resolve => setImmediate(resolve));
    expect(many.every(socket => socket.closed)).toBe(false);
    vi.advanceTimersByTime(1);
    await Promise.all(many.map(closed));
    vi.useRealTimers();
    all[0]?.destroy();
    await until(async () => (await fetch(url)).status === 200, 'there is room again');
  });

  it('are not those of a known proxy, whose visitors are told apart', async () => {
    const { url } = await hostWith({ connections: 2, perMinute: 2 }, { proxies: ['127.0.0.0/8'] });
    for (let index = 0; index < 5; index++) dial(url);
    const from = async (address: string) => (await fetch(url, { headers: { 'x-forwarded-for': address } })).status;
    const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', '2001:db8::3'];
    const statuses: number[] = [];
    for (const address of asked) statuses.push(await from(address));
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
  });
});

describe('requests from one address', () => {
  it('are bounded in a minute, and the next minute is a new one', async () => {
    const clock = { now: 1_000_000 };
    const { url } = await host({ limits: { perMinute: 3 } }, () => clock.now);
    for (let index = 0; index < 3; index++) expect((await fetch(url)).status).toBe(200);
    clock.now += 20_000;
    const refused = await fetch(url, { headers: { accept: 'application/json' } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect(await refused.json()).toEqual({
      message: '3 requests a minute from where you are, please; try again in 40 seconds.',
    });
    clock.now += 40_000;
    expect((await fetch(url)).status).toBe(200);
  });

  it('are remembered of ten thousand addresses, and no more', () => {
    const rate = new RateLimit(1, () => 0);
    for (let address = 0; address <= 10_000; address++) expect(rate.take(`${address}`)).toBeUndefined();
    expect(rate.take('10000')).toBe(60);
    expect(rate.take('0')).toBeUndefined();
  });

  it('are bounded at a time, also when they come all at once on one connection', async () => {
    const { tasks, release } = held();
    const { page, url } = await hostWith({ atOnce: 5 }, { tasks });
    const line = dial(url);
    line.write(get(pathOf(page)).repeat(40) + get(pathOf(page), 'connection: close\r\n'));
    await until(async () => (await fetch(url)).status === 429, 'the first of them are being answered');
    release();
    const statuses = [...(await text(line)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses.filter(status => status === '200')).toHaveLength(5);
    expect(statuses.filter(status => status === '429')).toHaveLength(36);
    expect((await fetch(url)).status).toBe(200);
  });

  it('are a hundred on one connection: whoever sends more at once is hung up on before they are looked at', async () => {
    const { url } = await hostWith({ perMinute: 1_000, atOnce: 1_000 });
    const polite = dial(url);
    polite.write(get('/').repeat(100));
    let answers = '';
    for await (const piece of polite) {
      answers += piece;
      // With the last answer; until the client does so, Node leaves the connection open for a while.
      if (/\r\nconnection: close\r\n/i.test(answers)) break;
    }
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(100);
    const begun = requestsBegun();
    const ends = serverEnds();
    const flood = dial(url);
    flood.write(get('/').repeat(20_000));
    await until(() => ends.length === 1, 'it is connected');
    await Promise.all(ends.map(closed));
    // Node reads all that came in one piece of 64 kB, and no further.
    expect(begun.count).toBeLessThan(5_000);
    expect((await fetch(url)).status).toBe(200);
  });

  it('that are given up count no more, however many these were', async () => {
    const { tasks, release } = held();
    const { page, url } = await hostWith({ atOnce: 2 }, { tasks });
    for (let turn = 0; turn < 20; turn++) {
      const line = dial(url);
      const begun = requestsBegun();
      line.write(get(pathOf(page)).repeat(4));
      await vi.waitUntil(() => begun.count === 4, { interval: 1, timeout: 60_000 });
      line.destroy();
    }
    await until(async () => (await fetch(url)).status === 200, 'there is room again');
    release();
    expect((await fetch(page)).status).toBe(200);
  });

  it('cost more where a large page has to be unpacked for them', async () => {
    const { page } = await hostWith({ perMinute: 15 }, { tasks: pagesOf(gzipSync(randomBytes(300_000))) });
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const first = await fetch(page, plain);
    await first.body?.cancel().catch(() => undefined);
    expect([first.status, (await fetch(page, plain)).status]).toEqual([200, 429]);
  });

  it('must come whole and soon, and be short', async () => {
    const { url } = await hostWith({ requestMs: 300 });
    const slowly = async (begun: string, next: string) => {
      const line = dial(url);
      line.write(begun);
      const drip = setInterval(() => line.write(next), 100);
      await text(line);
      clearInterval(drip);
    };
    await Promise.all([slowly('', ''), slowly('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', 'x')]);
    for (const long of [get(`/${'x'.repeat(20_000)}`), get('/', `x-long: ${'x'.repeat(20_000)}\r\n`)]) {
      const line = dial(url);
      line.write(long);
      expect(await text(line)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    }
  });
});

describe('an answer', () => {
  it('that nobody reads is given up, and is in memory once for sixty who do not', async () => {
    const tasks = pagesOf(new Uint8Array(HUGE));
    const { page, url } = await hostWith({ silenceMs: 30_000, atOnce: 60 }, { tasks });
    const before = process.memoryUsage().arrayBuffers;
    const ends = serverEnds();
    const all = Array.from({ length: 60 }, () => dial(url));
    for (const line of all) line.write(get(pathOf(page), 'accept-encoding: gzip\r\n'));
    await until(() => ends.filter(({ bytesWritten }) => bytesWritten > 0).length === 60, 'it is sent to all of them');
    // The page was there before: what is added is what each connection needs.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(HUGE / 2);
    expect(new Set(ends.map(({ timeout }) => timeout))).toEqual(new Set([30_000]));
    // As Node does after so long.
    for (const end of ends) end.emit('timeout');
    await Promise.all(ends.map(closed));
    expect([ends.length, tasks.made]).toEqual([60, 1]);
  });

  it('that is read a byte at a time has its time, and no more', async () => {
    const { page, url } = await hostWith({ responseMs: 700 }, { tasks: pagesOf(new Uint8Array(HUGE)) });
    const ends = serverEnds();
    stopTimers();
    const line = dial(url);
    line.write(get(pathOf(page), 'accept-encoding: gzip\r\n'));
    // The connection is never silent for long.
    const sip = setInterval(() => line.read(1), 50);
    await until(() => ends[0] !== undefined && ends[0].bytesWritten > 0, 'it is sent');
    vi.advanceTimersByTime(699);
    await new Promise(resolve => setImmediate(resolve));
    expect(ends.map(end => end.destroyed)).toEqual([false]);
    vi.advanceTimersByTime(1);
    await Promise.all(ends.map(closed));
    clearInterval(sip);
  });
});
