import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import pino, { type Logger } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { placesFor } from '../../../src/service/capacity.ts';
import { RELEASE, releaseName } from '../../../src/service/redis/protocol.ts';
import { capacityOfAll, readMembers } from '../../../src/service/redis/worker-registry.ts';
import { run } from '../../cli/in-process.ts';
import { makeWorkerInfo } from '../../support/cards.ts';
import { startKibitz } from '../../support/kibitz.ts';
import { someStatus } from '../../support/measured.ts';
import { otherVersion } from '../../support/other-version.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, makeAsker, makeWorker, status } from '../../support/service.ts';
import { modelDir, temporaryFolder } from '../../support/settings.ts';

/** What is logged as a warning. */
function listen(): { log: Logger; said: string[] } {
  const said: string[] = [];
  const write = (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg);
  return { log: pino({ level: 'warn' }, { write }), said };
}

/** Says something among those who have signed in, for as long as the test takes. */
async function signInWith(redis: Redis, members: string, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await redis.hset(members, `x${index}`, text);
    await redis.zadd(`${members}:until`, Date.now() + 3_600_000, `x${index}`);
  }
}

const LEFT = z.record(
  z.string(),
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('string'), value: z.string() }),
    z.object({ type: z.literal('hash'), value: z.record(z.string(), z.string()) }),
    z.object({ type: z.enum(['list', 'set', 'zset']), value: z.array(z.string()) }),
  ]),
);

/** The keys of version 0.1.0 with a bot, a worker, and two jobs at work; none of them gets too old during the test. */
async function leaveReleased(redis: Redis): Promise<void> {
  const text = readFileSync(new URL('../../data/released/redis.json', import.meta.url), 'utf8');
  for (const [key, { type, value }] of Object.entries(LEFT.parse(JSON.parse(text))))
    if (type === 'string') await redis.set(key, value);
    else if (type === 'hash') await redis.hset(key, value);
    else if (type === 'list') await redis.rpush(key, ...value);
    else if (type === 'set') await redis.sadd(key, ...value);
    else for (const member of value) await redis.zadd(key, Date.now() + 3_600_000, member);
}

/** All that is there, as Redis would write it down. */
async function dumped(redis: Redis): Promise<Map<string, string | undefined>> {
  const keys = await redis.keys('*');
  return new Map(
    await Promise.all(keys.map(async key => [key, (await redis.dumpBuffer(key))?.toString('base64')] as const)),
  );
}

const places = placesFor(1);
const { long: _, ...withoutLong } = places;
const cardWith = (changes: Record<string, unknown>) =>
  JSON.stringify({ ...makeWorkerInfo(), places: { ...places, ...changes } });
const MALFORMED: [what: string, text: string, why: string][] = [
  ['a info without places', JSON.stringify({ ...makeWorkerInfo(), places: undefined }), 'x, places: '],
  ['one without long jobs', JSON.stringify({ ...makeWorkerInfo(), places: withoutLong }), 'x, places.long: '],
  ['one with NaN', cardWith({ long: Number.NaN }), 'x, places.long: '],
  ['a negative number', cardWith({ move: -1 }), 'x, places.move: '],
  ['a huge one', cardWith({ short: 1e9 }), 'x, places.short: '],
  ['a half', cardWith({ background: 1.5 }), 'x, places.background: '],
  ['text for a number', cardWith({ long: '3' }), 'x, places.long: '],
  ['no status', JSON.stringify({ ...makeWorkerInfo(), status: {} }), 'x, status.kind: '],
  [
    'a status without engines',
    JSON.stringify({ ...makeWorkerInfo(), status: { ...someStatus, stockfish: {} } }),
    'x, status.stockfish.source: ',
  ],
  ['what is not JSON', 'jobs=3', 'card: '],
  ['nothing', '', 'card: '],
  ['null', 'null', 'card: '],
  ['a list', '[1, 2]', 'card: '],
  ['a info without an id', JSON.stringify({ ...makeWorkerInfo(), id: '' }), 'id: '],
];

describe('what workers say of themselves', () => {
  it.each(MALFORMED)('%s is ignored, and why is known', (_what, text, why) => {
    const { workers, others, refused } = readMembers([text, cardWith({ long: 3 })]);
    expect(capacityOfAll(workers).long.all).toBe(3);
    expect(others).toEqual([]);
    expect(refused).toEqual([expect.stringMatching(new RegExp(`^${why}`))]);
  });

  it('is not taken from another version, whatever else it says', () => {
    const strangers = [
      { ...makeWorkerInfo(), protocol: RELEASE.protocol + 1, places: 'as many as you like' },
      { ...makeWorkerInfo(), kibitz: '9.9.9', role: 'bot' },
    ];
    const { workers, others, refused } = readMembers(strangers.map(stranger => JSON.stringify(stranger)));
    expect([workers, refused]).toEqual([[], []]);
    expect(others.map(({ role, kibitz, protocol }) => [role, kibitz, protocol])).toEqual([
      ['worker', RELEASE.kibitz, RELEASE.protocol + 1],
      ['bot', '9.9.9', RELEASE.protocol],
    ]);
  });
});

describe.skipIf(!hasRedis)('a Redis', () => {
  it('with nonsense among the workers serves those that are right, and each fault is told once', async () => {
    const { url } = await startRedis();
    await signInWith(
      connectRedis(url),
      '{kibitz}:members',
      MALFORMED.map(([, text]) => text),
    );
    const { log, said } = listen();
    const service = makeAsker(url, { log });
    makeWorker(url);
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).stockfish.engines).toBe(2);
    expect(
      said.filter(text => text.startsWith('What a worker says of itself in Redis is ignored (x, places')),
    ).not.toEqual([]);
    expect(new Set(said).size).toBe(said.length);
  });

  it('that the released version uses, too, keeps the two apart, and both of ours say so', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    // As that version left it, with two jobs at work; and another worker, and a job that has not been taken yet.
    await leaveReleased(redis);
    const { host: _host, role: _role, kibitz: _kibitz, protocol: _protocol, ...info } = makeWorkerInfo();
    await signInWith(redis, '{kibitz}:workers', [JSON.stringify({ ...info, id: 'bb' })]);
    await redis.set('{kibitz}:asker:bb', 1);
    await redis.hset('{kibitz}:jobs:6f1c3966b036-6-1', { data: '{"asker":"6f1c3966b036"}', name: 'eval' });
    await redis.lpush('{kibitz}:jobs:wait', '6f1c3966b036-6-1');
    const before = await dumped(redis);
    const [bot, worker] = [listen(), listen()];
    const service = makeAsker(url, { log: bot.log, patienceMs: 0 });
    const old =
      /^2 workers at the same Redis are of another version \(Kibitz 0\.1\.0 or earlier, protocol 1; this bot is /;
    // With no other worker, that is why.
    await expect(service.run(evalJob(0))).rejects.toThrow(/Busy, try again in a minute\. 2 workers at the same Redis/);
    makeWorker(url, { log: worker.log });
    await until(async () => (await status(service)).stockfish.engines === 2, 'ours is there');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).refused).toEqual([{ kibitz: '0.1.0 or earlier', protocol: 1, workers: 2 }]);
    expect(bot.said.filter(text => old.test(text))).toHaveLength(1);
    await until(() => worker.said.length > 0, 'the worker has seen the bot');
    expect(worker.said).toEqual([
      `1 bot at the same Redis is of another version (Kibitz 0.1.0 or earlier, protocol 1; this worker is ${releaseName(RELEASE)}): ` +
        'this worker gets no jobs from there. Update whichever is older.',
    ]);
    const after = await dumped(redis);
    for (const [key, value] of before) expect(after.get(key), key).toBe(value);
  });

  it('with a worker of another version gives it nothing: both sides say so, the others go on', async () => {
    const { url } = await startRedis();
    const env = { REDIS_URL: url, KIBITZ_ENGINES: '1', LOG_LEVEL: 'warn' };
    const stranger = startKibitz(['worker'], { env, program: [otherVersion('0.0.9')] });
    await until(() => stranger.err().includes('Working for Redis'), 'it is there');
    const { log, said } = listen();
    const service = makeAsker(url, { log });
    makeWorker(url);
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(index => service.run(evalJob(index))));
    expect(answers.map(({ depth }) => depth)).toEqual([6, 6, 6, 6, 6, 6]);
    const [ours, theirs] = [releaseName(RELEASE), releaseName({ ...RELEASE, kibitz: '0.0.9' })];
    await until(
      () => said.some(text => text.includes(`(${theirs}; this bot is ${ours}): it gets no jobs from here.`)),
      'the bot says so',
    );
    await until(
      () => stranger.err().includes(`(${ours}; this worker is ${theirs}): this worker gets no jobs from there.`),
      'the worker says so',
    );
    expect((await status(service)).refused).toEqual([{ kibitz: '0.0.9', protocol: RELEASE.protocol, workers: 1 }]);
    for (const [name, value] of Object.entries({
      ...env,
      KIBITZ_DATA_DIR: temporaryFolder(),
      KIBITZ_MODEL_DIR: modelDir(),
    }))
      vi.stubEnv(name, value);
    const doctor = await run('doctor');
    vi.unstubAllEnvs();
    expect(doctor.out).toMatch(
      /^! Redis: .*others get no jobs, since they are not of this version: 1 worker of Kibitz 0\.0\.9/m,
    );
  });
});
