import { describe, expect, it } from 'vitest';
import { FAULTS, Fault } from '../../../src/base/fault.ts';
import { memoryProblem, placeOf, problemText, versionProblem } from '../../../src/service/redis/connection.ts';
import { engineMsIn, makeJobId, makeReason, parseReason, taskIn } from '../../../src/service/redis/protocol.ts';
import { rankOf } from '../../../src/service/redis/scripts.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';

const URL_WITH_PASSWORD = 'redis://me:hush@redis.example.org:7000';

describe('a reason', () => {
  it.each(FAULTS)('%s is the same after the way through Redis', code => {
    const fault = new Fault(code, 'One sentence: with a colon.\nAnd another.');
    expect(parseReason(makeReason(fault))).toEqual(fault);
    expect(engineMsIn(makeReason(fault))).toBe(0);
    expect(parseReason(makeReason(fault, 1234.5))).toEqual(fault);
    expect(engineMsIn(makeReason(fault, 1234.5))).toBe(1235);
  });

  it('of BullMQ’s own is understood, or told as it is', () => {
    expect(parseReason('job stalled more than allowable limit')).toMatchObject({
      code: 'crashed',
      message: 'Two workers died over this job.',
    });
    expect(parseReason('unknown: words')).toMatchObject({
      code: 'internal',
      message: 'Something went wrong on the way to a worker: unknown: words',
    });
  });
});

describe('the name of a job', () => {
  it('tells whose it is', () => {
    const id = makeJobId('ab12', 7, 2);
    expect(id).not.toContain(':');
    expect(taskIn(id, 'ab12')).toBe(7);
    expect(taskIn(id, 'ab1')).toBeUndefined();
  });
});

describe('the rank of a job', () => {
  it('goes by urgency first, then by turn, within what BullMQ allows', () => {
    const inOneQueue = ['interactive', 'live', 'background'] as const;
    const ranks = inOneQueue.flatMap(priority => [1, 2, 1000, 10 ** 9].map(turn => rankOf(priority, turn)));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(ranks[0]).toBeGreaterThan(0);
    // https://docs.bullmq.io/guide/jobs/prioritized
    expect(ranks.at(-1)).toBeLessThanOrEqual(2_097_152);
  });
});

describe('what is wrong with Redis', () => {
  it('is said without the password', () => {
    expect(placeOf(URL_WITH_PASSWORD)).toBe('redis.example.org:7000');
    expect(placeOf('redis://127.0.0.1')).toBe('127.0.0.1:6379');
  });

  it.each([
    ['WRONGPASS invalid username-password pair or user is disabled.', 'does not accept the password; check REDIS_URL.'],
    ['NOAUTH Authentication required.', 'asks for a password; write it into REDIS_URL as'],
    [
      'NOPERM this user has no permissions',
      'does not let this user do what Kibitz needs; check the user in REDIS_URL.',
    ],
    [
      "OOM command not allowed when used memory > 'maxmemory'.",
      'has no memory left (maxmemory); give it more, or lower',
    ],
    ["READONLY You can't write against a read only replica.", 'is a copy that takes nothing; write the address'],
    ['getaddrinfo ENOTFOUND', 'cannot be reached (getaddrinfo ENOTFOUND); start it, or check REDIS_URL.'],
  ])('%s', (message, sentence) => {
    const text = problemText(new Error(message), URL_WITH_PASSWORD);
    expect(text).toContain(`Redis at redis.example.org:7000 ${sentence}`);
    expect(text).not.toContain('hush');
  });

  it.skipIf(!hasRedis)('is what a real one says when it is full, or refuses otherwise', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    await redis.config('SET', 'maxmemory', '1');
    const said = async (asked: Promise<unknown>) =>
      problemText(
        await asked.then(
          () => new Error(),
          error => error,
        ),
        url,
      );
    expect(await said(redis.set('a', 'b'))).toContain('has no memory left (maxmemory)');
    expect(await said(redis.call('NONSENSE'))).toContain(`Redis at ${placeOf(url)} refuses: ERR unknown command`);
  });

  it.each([
    ['4.0.9', false],
    ['6.0.16', false],
    ['6.2.0', true],
    ['7.0.15', true],
    ['10.0.0', true],
  ])('version %s is good enough: %s', (version, good) => {
    const problem = versionProblem(`# Server\r\nredis_version:${version}\r\nos:Linux\r\n`, URL_WITH_PASSWORD);
    expect(problem).toBe(
      good ? undefined : `Redis at redis.example.org:7000 is version ${version}; Kibitz needs 6.2 or later.`,
    );
  });

  it('is that it forgets when it is full', () => {
    const info = (policy: string, most: number) => `maxmemory:${most}\r\nmaxmemory_policy:${policy}\r\n`;
    expect(memoryProblem(info('noeviction', 1000), URL_WITH_PASSWORD)).toBeUndefined();
    expect(memoryProblem(info('allkeys-lru', 0), URL_WITH_PASSWORD)).toBeUndefined();
    expect(memoryProblem(info('allkeys-lru', 1000), URL_WITH_PASSWORD)).toMatch(/set it to noeviction\.$/);
  });
});
