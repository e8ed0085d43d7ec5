import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReviewReport } from '../../../src/analysis/review/report.ts';
import type { JobOf, Progress } from '../../../src/service/jobs.ts';
import { PREFIX } from '../../../src/service/redis/protocol.ts';
import { builtFile } from '../../support/built.ts';
import { workersAt } from '../../support/cards.ts';
import { endlessEngine } from '../../support/fake-engine.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, inputs, makeAsker, makeService, makeWorker, reviewJob, status } from '../../support/service.ts';
import { testSettings } from '../../support/settings.ts';

/** One engine each: what one of them does the other does not. */
const settings = (changes = {}) => testSettings({ engines: 1, maiaWorkers: 1, ...changes });

/** Sooner thought dead than usual, but not where the machine is busy. */
const LOCK_MS = 5_000;
const PLIES = inputs[0]?.moves.length ?? 0;

const job = (depth: number): JobOf<'review'> => ({
  ...reviewJob(0),
  params: { ...reviewJob(0).params, limit: { kind: 'depth', depth }, maia: true },
});

/** All but what the clock says. */
const told = ({ stats: { time: _, ...stats }, ...report }: ReviewReport) => ({ ...report, stats });

/** How long the engines of each worker have searched. */
async function searched(url: string): Promise<number[]> {
  const cards = await workersAt(connectRedis(url));
  return cards.map(card => card.status.stockfish.busyMs);
}

/** One of them in a process of its own. */
async function startTwo() {
  const redis = await startRedis();
  const { url } = redis;
  const script = builtFile(new URL('../../support/worker.ts', import.meta.url));
  const task = { url, settings: settings(), concurrency: 3, lockMs: LOCK_MS };
  const helper = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void helper.kill('SIGKILL'));
  await once(helper.stdout, 'data');
  const worker = makeWorker(url, { settings: settings(), lockMs: LOCK_MS });
  const client = connectRedis(url);
  // Whoever has met the other has opened its way to ask for help.
  await until(async () => (await workersAt(client)).length === 2, 'both are there');
  const asks = async () => ((await client.client('LIST')) as string).match(/cmd=xread/g)?.length === 2;
  await until(asks, 'they know each other');
  const bothSearch = async () => (await client.llen(`${PREFIX}:parts:active`)) === 2;
  return { redis, worker, helper, service: makeAsker(url), client, bothSearch };
}

describe.skipIf(!hasRedis)('a review on two workers', () => {
  it('is the same as on one, and both have searched', async () => {
    const alone = await makeService({ settings: settings() }).run(job(9));
    const { redis, service } = await startTwo();
    const seen: Progress[] = [];
    const shared = await service.run(job(9), { onProgress: progress => seen.push(progress) });
    expect(told(shared)).toEqual(told(alone));
    await until(async () => (await searched(redis.url)).every(ms => ms > 0), 'both tell that they have searched');
    const evaluated = seen.flatMap(progress => (progress.kind === 'review' ? [progress.evaluated] : []));
    expect(evaluated).toEqual(evaluated.toSorted((a, b) => a - b));
    expect(evaluated.at(-1)).toBe(PLIES + 1);
  });

  it('that is cancelled leaves nothing to do', async () => {
    const { service, client, bothSearch } = await startTwo();
    const cancel = new AbortController();
    const review = expect(service.run(job(40), { signal: cancel.signal })).rejects.toMatchObject({ code: 'cancelled' });
    await until(bothSearch, 'both search');
    cancel.abort();
    await review;
    await until(async () => (await status(service)).stockfish.busy === 0, 'neither searches');
    const left = async () =>
      (await client.llen(`${PREFIX}:parts:active`)) + (await client.zcard(`${PREFIX}:parts:prioritized`));
    await until(async () => (await left()) === 0, 'no part is left');
  });

  it('is ended all the same when everything in Redis is lost', async () => {
    const { redis, service, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    await redis.kill();
    await redis.start();
    expect((await review).plies).toHaveLength(PLIES);
  });

  it('is finished when one of them is told to leave', async () => {
    const { worker, service, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    await worker.close();
    expect((await review).plies).toHaveLength(PLIES);
  });

  it('is finished when one of them is killed', async () => {
    const { service, helper, bothSearch } = await startTwo();
    const review = service.run(job(12));
    await until(bothSearch, 'both search');
    helper.kill('SIGKILL');
    expect((await review).plies).toHaveLength(PLIES);
  });

  it('is not cut where they have different engines', async () => {
    const { url } = await startRedis();
    const client = connectRedis(url);
    const service = makeAsker(url);
    const other = endlessEngine();
    makeWorker(url, { settings: settings({ stockfishPath: other.path }), concurrency: 1 });
    const cancel = new AbortController();
    const endless = expect(service.run(evalJob(0, 40), { signal: cancel.signal })).rejects.toThrow('Cancelled');
    await until(other.started, 'the other has something to do');
    makeWorker(url, { settings: settings() });
    await until(async () => (await workersAt(client)).length === 2, 'both are there');
    expect((await service.run(job(8))).plies).toHaveLength(PLIES);
    expect(await client.exists(`${PREFIX}:parts:events`)).toBe(0);
    cancel.abort();
    await endless;
  });
});
