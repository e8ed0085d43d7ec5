import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import { Fault } from '../../src/base/fault.ts';
import { REVIEW, type ReviewQuestion } from '../../src/questions/review.ts';
import { DAY_MS, REPORT_LIFE_MS, VISITORS } from '../../src/store/reports.ts';
import { MAX_PAGE_BYTES } from '../../src/web/server/page-cache.ts';
import { networkOf, visitorOf } from '../../src/web/server/visits.ts';
import { review } from '../present/reviews.ts';
import { until } from '../support/processes.ts';
import { ABOUT, counted, host, pool, post, QUESTION } from './host.ts';

/** The server of pages, as a browser or anybody else may ask it. */

const messageOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { message: string }).message;
const runOf = async (response: Response): Promise<string> => {
  const said = (await response.json()) as { run?: string };
  if (!said.run) throw new Error(JSON.stringify(said));
  return said.run;
};

const gameQuestion = (moves: string): ReviewQuestion => ({
  pgn: `${moves} *`,
  side: 'white',
  limit: { kind: 'depth', depth: 12 },
  ratings: { white: 1500, black: 1600 },
});

describe('a page', () => {
  it('comes with headers that let nothing in from elsewhere, and with its script and styles for good', async () => {
    const { page, url } = await host();
    const response = await fetch(page);
    const text = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(text).not.toMatch(/<(script|style)>|\son\w+=|style="/);
    const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[\w-]{16}\.(?:js|css))"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await fetch(new URL(path, url));
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('has ids of 128 bits, and nothing is listed', async () => {
    const { id, url } = await host();
    expect(Buffer.from(id, 'base64url')).toHaveLength(16);
    const start = await fetch(url);
    expect([start.status, (await start.text()).includes(id)]).toEqual([200, false]);
    for (const path of ['r', 'r/', 'runs', 'runs/', 'assets/', 'r/a%00b', 'r/%ff'])
      expect((await fetch(`${url}${path}`)).status, path).toBeGreaterThanOrEqual(400);
  });

  it('is as friendly and as closed where an address cannot be, and repeats nothing of it', async () => {
    const { url } = await host();
    for (const [path, accept, type] of [
      [`r/${'marker'.repeat(50)}`, 'text/html', 'text/html; charset=utf-8'],
      ['r/marker%E0%A4%A', 'text/html', 'text/html; charset=utf-8'],
      [`r/${'marker'.repeat(50)}/data`, 'application/json', 'application/json; charset=utf-8'],
    ] as const) {
      const response = await fetch(`${url}${path}`, { headers: { accept } });
      expect([response.status, response.headers.get('content-type')], path).toEqual([404, type]);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const text = await response.text();
      expect(text).toContain('look for a mistake in the address');
      expect(text).not.toMatch(/marker|FST_/);
    }
    const line = connect(Number(new URL(url).port), '127.0.0.1');
    line.end('marker\r\n\r\n');
    const answer = await text(line);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-security-policy: default-src 'none'/);
    expect(answer).toMatch(/not understood this request\.$/);
    expect(answer).not.toContain('marker');
  });

  it('says what is the matter where there is no report, or no longer', async () => {
    const clock = { now: Date.now() };
    const { url, page, store } = await host({}, () => clock.now);
    const unknown = await fetch(`${url}r/${'x'.repeat(22)}`);
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await unknown.text()).toContain('There is no such report; look for a mistake in the address');
    // Of what was interrupted there is only the question; and not every report has a page.
    for (const id of [store.reports.put(null, ABOUT), store.reports.put({}, { ...ABOUT, kind: 'match' })])
      expect((await fetch(`${url}r/${id}`)).status).toBe(404);
    clock.now += REPORT_LIFE_MS + 1;
    const expired = await fetch(page);
    expect([expired.status, await expired.text()]).toEqual([410, expect.stringContaining('kept for 30 days')]);
    expect(await messageOf(await fetch(`${page}/data`, { headers: { accept: 'application/json' } }))).toMatch(
      /30 days/,
    );
  });

  it('of a game has what the file had, annotated', async () => {
    const { store, url } = await host();
    const pgn = '[White "</script><b>"]\n[Black "bob"]\n\n1. e4 {mine} e5 2. Nf3 *\n';
    const question = {
      pgn,
      side: 'black',
      limit: { kind: 'nodes', nodes: 1000 },
      ratings: { white: 1500, black: 1500 },
    };
    const report = review('e4 e5 Nf3', { headers: { White: '</script><b>', Black: 'bob' } });
    const id = store.reports.put(report, { owner: '1', kind: REVIEW, question });
    expect(await (await fetch(`${url}r/${id}/data`)).json()).toMatchObject({
      kind: 'review',
      pgn: expect.stringContaining('mine'),
      side: 'black',
    });
    const text = await (await fetch(`${url}r/${id}`)).text();
    expect(text).not.toContain('</script><b>');
    expect(text).toContain('\\u003c/script>');
  });

  it('is made once for all who ask at the same time and later, however they take it', async () => {
    const made = counted(pool);
    const { page } = await host({ tasks: made });
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const texts = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => (await fetch(page, index % 2 ? {} : plain)).text()),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(JSON.stringify(REPORT.moves[0]?.san));
    for (let index = 0; index < 5; index++) expect(await (await fetch(page)).text()).toBe(texts[0]);
    expect(made.count).toBe(1);
    const data = await Promise.all([1, 2, 3].map(async () => (await fetch(`${page}/data`)).json()));
    expect(data).toEqual(Array(3).fill({ kind: 'expected', report: REPORT }));
    expect(made.count).toBe(2);
  });

  it('is not sent again to whoever has it, for which nothing of it is read or made, nor for HEAD', async () => {
    const { page, store } = await host();
    const has = (await fetch(page)).headers;
    const tag = has.get('etag') ?? '';
    const made = counted(pool);
    let read = 0;
    const counting = <A extends unknown[], R>(work: (...given: A) => R) => {
      return (...given: A) => {
        read++;
        return work(...given);
      };
    };
    const { head, get, packed, putPacked, answerTo } = store.reports;
    // Another process of the same Kibitz, in which nobody has looked at it.
    const reports = {
      head: head.bind(store.reports),
      get: counting(get.bind(store.reports)),
      packed: counting(packed.bind(store.reports)),
      putPacked: putPacked.bind(store.reports),
      answerTo: answerTo.bind(store.reports),
    };
    const { url } = await host({ reports, tasks: made });
    const again = url + page.slice(page.indexOf('r/'));
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
      const response = await fetch(again, { headers: { 'if-none-match': known } });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
    }
    for (const path of [again, `${again}/data`]) {
      const response = await fetch(path, { method: 'HEAD' });
      expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
    }
    expect([read, made.count]).toEqual([0, 0]);
    // Its data is something else, and so is what another Kibitz makes of it.
    for (const other of [
      await host({ reports, version: '1.2.4' }),
      await host({ reports, publicUrl: 'https://x.org/k/' }),
    ])
      expect((await fetch(other.url + again.slice(url.length), { headers: { 'if-none-match': tag } })).status).toBe(
        200,
      );
    expect((await fetch(`${again}/data`, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('is compressed for whoever takes that, and its script and styles are, too', async () => {
    const { page, url } = await host();
    const [, script = ''] = /src="([^"]+)"/.exec(await (await fetch(page)).text()) ?? [];
    for (const address of [page, `${page}/data`, new URL(script, url).href])
      for (const [accept, coding] of [
        ['gzip, deflate, br', 'gzip'],
        ['br;q=1.0, GZIP; q=0.5', 'gzip'],
        ['*', 'gzip'],
        ['identity', null],
        ['gzip;q=0', null],
        ['x-gzip-not', null],
      ]) {
        const response = await fetch(address, { headers: { 'accept-encoding': accept ?? '' } });
        expect([accept, response.headers.get('content-encoding')]).toEqual([accept, coding]);
        expect((await response.text()).length).toBeGreaterThan(1000);
      }
  });

  it('is a sentence where the report is too large', async () => {
    const { page, url, store } = await host();
    const large = { ...REPORT, engine: { name: 'x'.repeat(MAX_PAGE_BYTES) } };
    const id = store.reports.put(large, ABOUT);
    for (let turn = 0; turn < 2; turn++) {
      const refused = await fetch(`${url}r/${id}`);
      const text = await refused.text();
      expect([refused.status, refused.headers.get('etag')]).toEqual([422, null]);
      expect(text).toContain(
        'too large to be shown as a page: more than 32 MB. Ask Kibitz again with a higher threshold',
      );
    }
    expect((await fetch(page)).status).toBe(200);
  });

  it('answers HEAD, refuses what it cannot do, and takes small JSON only', async () => {
    const { page, url } = await host();
    const head = await fetch(page, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const [path, method, allow] of [
      [page, 'PUT', 'GET, HEAD'],
      [page, 'POST', 'GET, HEAD'],
      [`${page}/run`, 'GET', 'POST'],
      [`${url}runs/x`, 'PATCH', 'GET, HEAD, DELETE'],
      [url, 'DELETE', 'GET, HEAD'],
    ] as const) {
      const refused = await fetch(path, { method });
      expect([refused.status, refused.headers.get('allow')], `${method} ${path}`).toEqual([405, allow]);
    }
    const bodies: [RequestInit, number, RegExp][] = [
      [{ body: 'rating=1500', headers: { 'content-type': 'text/plain' } }, 415, /application\/json/],
      [{ body: '{"rating"', headers: { 'content-type': 'application/json' } }, 400, /not JSON/],
      [{ body: JSON.stringify('x'.repeat(5000)), headers: { 'content-type': 'application/json' } }, 413, /4096 bytes/],
    ];
    for (const [init, status, words] of bodies) {
      const refused = await fetch(`${page}/run`, { method: 'POST', ...init });
      expect([refused.status, await messageOf(refused)]).toEqual([status, expect.stringMatching(words)]);
    }
  });

  it('is a friendly one, without a word of what broke, where the store fails or we do', async () => {
    const logged: unknown[] = [];
    const log = { error: (what: unknown) => logged.push(what) };
    const failing = (error: Error) => ({
      head: () => {
        throw error;
      },
      ...{ get: () => undefined, packed: () => undefined, putPacked: () => '', answerTo: () => undefined },
    });
    for (const [error, status] of [
      [new Fault('store-failed', 'the disk /secret/path is full'), 503],
      [new TypeError('secret is undefined'), 500],
    ] as const) {
      const { page } = await host({ reports: failing(error), log: log as never });
      const response = await fetch(page);
      const text = await response.text();
      expect([response.status, /secret|\n\s+at |\.ts/.test(text)]).toEqual([status, false]);
      expect(text).toMatch(/<h1>[^<]+<\/h1>\s*<p>[^<]+<\/p>/);
    }
    expect(logged).toHaveLength(2);
  });

  it('lies under the path of its public address, whether the proxy takes that away or not', async () => {
    const { id, url } = await host({ publicUrl: 'https://example.org/kibitz/' });
    const texts = [];
    for (const path of [`r/${id}`, `kibitz/r/${id}`]) texts.push(await (await fetch(`${url}${path}`)).text());
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('"base":"/kibitz/"');
    const script = /src="(\/kibitz\/assets\/[^"]+)"/.exec(texts[0] ?? '')?.[1] ?? '';
    expect((await fetch(new URL(script, url))).status).toBe(200);
    expect((await fetch(new URL(script.replace('/kibitz', ''), url))).status).toBe(200);
    const bare = await fetch(`${url}kibitz`, { redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/kibitz/']);
  });

  it('says which setting is wrong when a port is taken', async () => {
    const { url } = await host();
    const { port } = new URL(url);
    await expect(host({ port: Number(port) })).rejects.toThrow(`KIBITZ_WEB_PORT: ${port} is taken on 127.0.0.1`);
    await expect(host({ host: '192.0.2.1' })).rejects.toThrow('KIBITZ_WEB_HOST: nothing can be served at "192.0.2.1"');
  });
});

describe('running again', () => {
  it('asks the same question with other values, in the name of the visitor', async () => {
    const { page, hands } = await host();
    await post(`${page}/run`, { rating: 1800, threshold: 0.01, depth: 20, loss: -0.2 });
    const { job, options } = await hands.job();
    expect(job).toMatchObject({
      kind: 'expected',
      input: { moves: QUESTION.moves },
      params: { ...REPORT.params, rating: 1800, threshold: 0.01, depth: 20, loss: -0.2, opponentRating: 1500 },
    });
    expect(options.owner).toBe(visitorOf('127.0.0.1'));
    expect(options.owner).not.toContain('127');
    // People on Discord come first.
    expect(options.priority).toBe('background');
  });

  it('of a game takes other ratings and nodes, and keeps a depth', async () => {
    const { store, url, hands } = await host();
    const about = { owner: '1', kind: REVIEW, question: gameQuestion('e4 e5') };
    const id = store.reports.put(review('e4 e5'), about);
    await post(`${url}r/${id}/run`, { white: 1900 });
    await post(`${url}r/${id}/run`, { nodes: 1_000_000 });
    const [first, second] = [await hands.job(0), await hands.job(1)];
    expect(first.job).toMatchObject({
      params: { limit: { kind: 'depth', depth: 12 }, ratings: { white: 1900, black: 1600 } },
    });
    expect(second.job).toMatchObject({ params: { limit: { kind: 'nodes', nodes: 1_000_000 } } });
    expect(await messageOf(await post(`${url}r/${id}/run`, { nodes: 5 }))).toMatch(/^nodes: 5 is not one of 100000, /);
  });

  it('is refused where there is nothing to ask', async () => {
    const { store, url, hands } = await host();
    const question = { ...gameQuestion('e4 e5'), useEvals: true };
    const about = { owner: '1', kind: REVIEW, question };
    for (const [id, wishes, words] of [
      [store.reports.put({ ...REPORT, ending: 'checkmate', moves: [] }, ABOUT), {}, /^report: the game is over here/],
      [store.reports.put(review(''), about), {}, /^report: the game is over here/],
      [store.reports.put(null, ABOUT), {}, /^report: this one cannot be run again/],
      [store.reports.put({}, { ...ABOUT, kind: 'match' }), {}, /^report: this one cannot be run again/],
      [store.reports.put(review('e4 e5'), about), { nodes: 100_000 }, /^nodes: there is no such value; give white, /],
    ] as const) {
      const refused = await post(`${url}r/${id}/run`, wishes);
      expect([refused.status, await messageOf(refused)]).toEqual([400, expect.stringMatching(words)]);
    }
    expect(hands.asked).toEqual([]);
  });

  it.each([
    [{ rating: 99 }, 'rating: 99 is not a whole number from 600 to 2600.'],
    [{ rating: '1500' }, 'rating: "1500" is not a whole number from 600 to 2600.'],
    [{ opponentRating: 1500.5 }, 'opponentRating: 1500.5 is not a whole number from 600 to 2600.'],
    [{ threshold: 0.5 }, 'threshold: 0.5 is not one of 0.03, 0.1, 0.01, 0.001.'],
    [{ depth: 40 }, 'depth: 40 is not one of 15, 20, 25.'],
    [{ loss: 0.1 }, 'loss: 0.1 is not a number from -1 to 0.'],
    [{ leaf: 'maia' }, 'leaf: there is no such value; give threshold, depth, loss, rating, opponentRating.'],
    [{ rating: 'x'.repeat(200) }, /^rating: "x+… is not a whole number/],
    [[], 'body: give an object with the values that are to be others.'],
    [null, 'body: give an object with the values that are to be others.'],
  ])('refuses %j by name', async (wishes, sentence) => {
    const { page, hands } = await host();
    const refused = await post(`${page}/run`, wishes);
    const message = await messageOf(refused);
    expect(refused.status).toBe(400);
    if (typeof sentence === 'string') expect(message).toBe(sentence);
    else expect(message).toMatch(sentence);
    expect(hands.asked).toEqual([]);
  });

  it('says how far it is, is heard again from where one was, and ends with a report of its own', async () => {
    const { page, url, hands, store } = await host();
    const run = `${url}runs/${await runOf(await post(`${page}/run`, { rating: 1800 }))}`;
    const { options, resolve } = await hands.job();
    const stream = await fetch(run);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const heard = stream.text();
    options.onProgress?.({ kind: 'queued', position: 3 });
    await until(() => hands.asked.length === 1, 'it is asked');
    const report = { ...REPORT, params: { ...REPORT.params, rating: 1800 } };
    resolve(report);
    const text = await heard;
    expect(text).toContain('id: 1\nevent: progress\ndata: {"phase":"Waiting, number 3 in line"');
    const [, id = ''] = /event: done\ndata: {"report":"([\w-]{22})"}/.exec(text) ?? [];
    expect(store.reports.get(id)).toMatchObject({ report, question: { params: { rating: 1800 } }, kind: 'analyze' });
    // Who comes back hears how it ended; who has heard that hears nothing.
    expect(await (await fetch(run)).text()).toContain('event: done');
    const last = /id: (\d+)\nevent: done/.exec(text)?.[1] ?? '';
    expect(await (await fetch(run, { headers: { 'last-event-id': last } })).text()).toBe('retry: 1000\n\n');
  });

  it('gives the report that is there to whoever asks the same within a day, and asks no engine', async () => {
    const clock = { now: 1_000_000 };
    const { page, url, hands, store } = await host({}, () => clock.now);
    const reportOf = async (wishes: object) => {
      const heard = await fetch(`${url}runs/${await runOf(await post(`${page}/run`, wishes))}`);
      return /event: done\ndata: {"report":"([\w-]{22})"}/.exec(await heard.text())?.[1];
    };
    // Two ask at the same time, one after the other, and one says it in another order.
    const together = [reportOf({ rating: 1800, depth: 20 }), reportOf({ rating: 1800, depth: 20 })];
    for (const { resolve } of [await hands.job(0), await hands.job(1)]) resolve(REPORT);
    const [first] = await Promise.all(together);
    expect(await together[1]).toBe(first);
    expect(await reportOf({ depth: 20, rating: 1800 })).toBe(first);
    expect(hands.asked).toHaveLength(2);
    expect(store.reports.get(first ?? '')).toMatchObject({ report: REPORT, owner: VISITORS });
    clock.now += DAY_MS;
    const later = reportOf({ rating: 1800, depth: 20 });
    (await hands.job(2)).resolve(REPORT);
    expect(await later).not.toBe(first);
  });

  it('is cancelled by whoever asked, and when nobody has looked on for a while', async () => {
    const { page, url, hands } = await host({ timing: { patienceMs: 50 } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const run = `${url}runs/${await runOf(await post(`${page}/run`, {}))}`;
    const stream = await fetch(run);
    const { options } = await hands.job();
    vi.advanceTimersByTime(1_000);
    expect(options.signal?.aborted).toBe(false);
    expect((await fetch(run, { method: 'DELETE' })).status).toBe(204);
    expect(options.signal?.aborted).toBe(true);
    expect(await stream.text()).toContain('event: failed\ndata: {"message":"Cancelled."}');
    await post(`${page}/run`, {});
    const alone = await hands.job(1);
    vi.advanceTimersByTime(49);
    expect(alone.options.signal?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(alone.options.signal?.aborted).toBe(true);
    const gone = new AbortController();
    const left = `${url}runs/${await runOf(await post(`${page}/run`, {}))}`;
    await fetch(left, { signal: gone.signal });
    gone.abort();
    const third = await hands.job(2);
    await until(() => {
      vi.advanceTimersByTime(50);
      return third.options.signal?.aborted ?? false;
    }, 'it is given up');
  });

  it('is refused at once where Kibitz has too much to do, which does not count', async () => {
    const refuse = () => Promise.reject(new Fault('busy', 'too many jobs wait'));
    const busy = { run: refuse, runPacked: refuse, close: async () => undefined };
    const { page } = await host({ service: busy, quota: { running: 1, hourly: 1 } });
    for (let index = 0; index < 3; index++) {
      const refused = await post(`${page}/run`, {});
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await messageOf(refused)).toMatch(/try again in a minute/);
    }
  });

  it('does not count when Kibitz fails at it', async () => {
    const clock = { now: 1_000_000 };
    const { page, hands } = await host({ quota: { running: 1, hourly: 1 }, now: () => clock.now });
    const tries = ['crashed', 'engine-failed', 'internal'] as const;
    for (const [index, code] of tries.entries()) {
      await until(async () => (await post(`${page}/run`, {})).status === 202, 'it is taken on');
      (await hands.job(index)).reject(new Fault(code, 'broken'));
    }
    await until(async () => (await post(`${page}/run`, {})).status === 202, 'it is taken on once more');
    (await hands.job(tries.length)).resolve(REPORT);
    await until(async () => (await messageOf(await post(`${page}/run`, {}))).includes('an hour'), 'that one counts');
  });

  it('is limited by what engines have done for an address, too', async () => {
    const { page, hands } = await host({ quota: { running: 9, hourly: 9, engineSeconds: 900 } });
    expect((await post(`${page}/run`, {})).status).toBe(202);
    const { options } = await hands.job();
    options.meter?.spent(900_000);
    const refused = await post(`${page}/run`, {});
    expect([refused.status, await messageOf(refused)]).toEqual([
      429,
      '900 seconds of the engines an hour, please; the next run is possible in 60 minutes.',
    ]);
  });

  it('is limited for each address, which a proxy is believed only if it is known', async () => {
    const clock = { now: 1_000_000 };
    const limits = { quota: { running: 1, hourly: 2 }, now: () => clock.now };
    const { page, hands } = await host({ ...limits, proxies: ['127.0.0.1'] });
    const from = (address: string) => post(`${page}/run`, {}, { 'x-forwarded-for': address });
    expect((await from('192.0.2.1')).status).toBe(202);
    const second = await from('192.0.2.1');
    expect([second.status, await messageOf(second)]).toEqual([429, expect.stringMatching(/^1 run at a time, please/)]);
    expect((await from('192.0.2.2')).status).toBe(202);
    expect((await from('2001:db8::1')).status).toBe(202);
    expect((await from('2001:db8::2')).status).toBe(429);
    const first = await hands.job(0);
    first.resolve(REPORT);
    await until(async () => (await from('192.0.2.1')).status === 202, 'the next may come');
    const hourly = await from('192.0.2.1');
    expect([hourly.status, hourly.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await messageOf(hourly)).toBe('2 runs an hour, please; the next run is possible in 60 minutes.');
    const other = await host(limits);
    const pretend = (address: string) => post(`${other.page}/run`, {}, { 'x-forwarded-for': address });
    expect([(await pretend('192.0.2.1')).status, (await pretend('192.0.2.9')).status]).toEqual([202, 429]);
  });

  it('is told as over when the server closes, which takes no time with lines still open', async () => {
    const { page, url, hands, server } = await host();
    const stream = await fetch(`${url}runs/${await runOf(await post(`${page}/run`, {}))}`);
    const { options } = await hands.job();
    const heard = stream.text();
    await server.close();
    expect(await heard).toContain('"message":"Kibitz is being restarted; try again in a minute."');
    expect(options.signal?.aborted).toBe(true);
  });

  it('is heard on a few lines only', async () => {
    const { page, url } = await host();
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async () => `${url}runs/${await runOf(await post(`${page}/run`, {}))}`),
    );
    const lines: Response[] = [];
    for (let line = 0; line < 5; line++) lines.push(await fetch(first as string));
    // The one that was there first has ended, and there is room for four more.
    expect(await lines[0]?.text()).toBe('retry: 1000\n\n');
    for (let line = 0; line < 4; line++) expect((await fetch(second as string)).status).toBe(200);
    const refused = await fetch(third as string, { headers: { accept: 'text/event-stream' } });
    expect([refused.status, await messageOf(refused)]).toEqual([429, expect.stringMatching(/close some of them/)]);
    await lines[1]?.body?.cancel();
    await until(async () => (await fetch(third as string)).status === 200, 'there is room again');
  });

  it('is unknown when it has been over for a while', async () => {
    const { page, url, hands } = await host({ timing: { memoryMs: 20 } });
    const run = `${url}runs/${await runOf(await post(`${page}/run`, {}))}`;
    expect((await fetch(run, { method: 'HEAD' })).status).toBe(204);
    (await hands.job()).reject(new Fault('internal', 'secret'));
    await until(async () => (await fetch(run, { method: 'HEAD' })).status === 404, 'it is forgotten');
    expect(await messageOf(await fetch(run, { headers: { accept: 'text/event-stream' } }))).toMatch(/run it again/);
  });
});

describe('a visitor', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
    ['2001:0DB8::5', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('at %s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network));
});
