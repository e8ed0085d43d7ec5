import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { JobOf } from '../../../src/service/jobs.ts';
import { PREFIX, QUEUE_OF } from '../../../src/service/redis/protocol.ts';
import type { AskerTask, Ending } from '../../support/asker.ts';
import { builtFile } from '../../support/built.ts';
import { type Started, startKibitz } from '../../support/kibitz.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, type RedisServer, startRedis } from '../../support/redis.ts';
import { evalJob, inputs, reviewJob } from '../../support/service.ts';

const JOBS = 60;
const DEPTH = 12;
const KILL_EVERY_MS = 5_000;
const PAUSE_MS = 3_000;
/** What a killed worker had is waited for, every time. */
const PATIENCE_MS = 600_000;

/** One of so many is a review, which both workers share. */
const REVIEW_EVERY = 6;
const review = (index: number): JobOf<'review'> => {
  const { params, ...job } = reviewJob(index);
  return { ...job, params: { ...params, limit: { kind: 'depth', depth: 8 } } };
};

/** All of them different, so that none is joined to another. */
const jobs = Array.from({ length: JOBS }, (_, name) => {
  if (name % REVIEW_EVERY === 0) return { name, job: review(name) };
  const job = evalJob(name % inputs.length, DEPTH);
  const moves = job.input.moves.slice(0, job.input.moves.length - Math.floor(name / inputs.length));
  return { name, job: { ...job, input: { ...job.input, moves } } };
});

/** Asks for what has not ended yet, and writes down what ends. */
function startAsker(url: string, endings: Ending[]): ChildProcess {
  const open = jobs.filter(({ name }) => endings.every(ending => ending.name !== name));
  const task: AskerTask = { url, jobs: open };
  const script = builtFile(new URL('../../support/asker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  createInterface({ input: child.stdout }).on('line', line => endings.push(JSON.parse(line) as Ending));
  return child;
}

async function pauseRedis(redis: RedisServer): Promise<void> {
  process.kill(redis.pid(), 'SIGSTOP');
  await sleep(PAUSE_MS);
  process.kill(redis.pid(), 'SIGCONT');
}

it.skipIf(!hasRedis)(
  'jobs end once each while workers are killed, Redis pauses and the bot is restarted',
  async () => {
    const redis = await startRedis();
    const env = { REDIS_URL: redis.url, KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1' };
    const startWorker = (): Started => startKibitz(['worker'], { env });
    const workers = [startWorker(), startWorker()];
    const bothWork = () => workers.every(({ err }) => err().includes('Working for Redis'));
    await until(bothWork, 'both workers are there');
    const endings: Ending[] = [];
    const seen = (share: number) => until(() => endings.length >= share * JOBS, `${share} of the jobs have ended`);
    let asker = startAsker(redis.url, endings);

    let kills = 0;
    const killing = setInterval(() => {
      if (!bothWork()) return; // a slow machine would never have any
      workers.shift()?.child.kill('SIGKILL');
      workers.push(startWorker());
      kills++;
    }, KILL_EVERY_MS);
    onTestFinished(() => clearInterval(killing));

    await seen(0.1);
    asker.kill('SIGKILL');
    await once(asker, 'close');
    const before = endings.length;
    asker = startAsker(redis.url, endings);
    const closed = once(asker, 'close');
    await seen(0.2);
    await pauseRedis(redis);
    const [code] = await closed;
    clearInterval(killing);

    expect(code).toBe(0);
    expect(kills).toBeGreaterThan(0);
    expect(before).toBeLessThan(JOBS);
    expect(endings.map(({ name }) => name).toSorted((a, b) => a - b)).toEqual(jobs.map(({ name }) => name));
    // Where two workers have died over the same job, that is said; everything else is there.
    for (const ending of endings)
      expect(ending).toEqual({ name: ending.name, ...(ending.code ? { code: 'crashed' } : { done: true }) });
    expect(endings.filter(({ done }) => done).length).toBeGreaterThan(0.8 * JOBS);

    // And nobody works for the bot that has died.
    const client = connectRedis(redis.url);
    const left = async () => {
      const queues = [...Object.values(QUEUE_OF), 'parts'];
      const lists = queues.flatMap(name => [`${PREFIX}:${name}:active`, `${PREFIX}:${name}:wait`]);
      const counts = await Promise.all([
        ...lists.map(list => client.llen(list)),
        ...queues.map(name => client.zcard(`${PREFIX}:${name}:prioritized`)),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    };
    await until(async () => (await left()) === 0, 'nothing is left in Redis');
  },
  PATIENCE_MS,
);
