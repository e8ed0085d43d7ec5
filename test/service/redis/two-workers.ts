import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import type { ReviewReport } from '../../../src/analysis/review/report.ts';
import type { JobOf, Progress } from '../../../src/service/jobs.ts';
import type { AnalysisSettings } from '../../../src/service/protocol.ts';
import { PREFIX } from '../../../src/service/redis/protocol.ts';
import { builtFile } from '../../support/built.ts';
import { workersAt } from '../../support/cards.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, startRedis } from '../../support/redis.ts';
import { inputs, makeAsker, makeService, makeWorker, quickSettings, reviewJob } from '../../support/service.ts';

/** Reviews that two workers share. */

/** One engine each: what one of them does the other does not. */
export const oneEngine = (changes = {}) => quickSettings({ engines: 1, maiaWorkers: 1, ...changes });

/** Sooner thought dead than usual, but not where the machine is busy. */
const LOCK_MS = 5_000;
export const PLIES = inputs[0]?.moves.length ?? 0;

export const job = (depth: number, maia = false): JobOf<'review'> => ({
  ...reviewJob(0),
  params: { ...reviewJob(0).params, limit: { kind: 'depth', depth }, maia },
});

/** All but what the clock says. */
const told = ({ stats: { time: _, ...stats }, ...report }: ReviewReport) => ({ ...report, stats });

/** How long the engines of each worker have searched. */
async function searched(url: string): Promise<number[]> {
  const cards = await workersAt(connectRedis(url));
  return cards.map(card => card.status.stockfish.busyMs);
}

/** Two workers, one of them in a process of its own, and a service that asks them. */
export async function startTwo(settings = oneEngine()) {
  const redis = await startRedis();
  const { url } = redis;
  const script = builtFile(new URL('../../support/worker.ts', import.meta.url));
  const task = { url, settings, concurrency: 3, lockMs: LOCK_MS };
  const helper = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void helper.kill('SIGKILL'));
  await once(helper.stdout, 'data');
  const worker = makeWorker(url, { settings, lockMs: LOCK_MS });
  const client = connectRedis(url);
  // A worker that has met the other listens for its parts.
  await until(async () => (await workersAt(client)).length === 2, 'both are there');
  const asks = async () => ((await client.client('LIST')) as string).match(/cmd=xread/g)?.length === 2;
  await until(asks, 'they know each other');
  const bothSearch = async () => (await client.llen(`${PREFIX}:parts:active`)) === 2;
  return { redis, worker, helper, service: makeAsker(url), client, bothSearch };
}

/** Asks one process and two workers for the same review: both workers search, and it is the same. */
export async function compareWithOne(review: JobOf<'review'>, settings: AnalysisSettings): Promise<void> {
  const alone = await makeService({ settings }).run(review);
  const { redis, service } = await startTwo(settings);
  const seen: Progress[] = [];
  const shared = await service.run(review, { onProgress: progress => seen.push(progress) });
  expect(told(shared)).toEqual(told(alone));
  await until(async () => (await searched(redis.url)).every(ms => ms > 0), 'both tell that they have searched');
  const evaluated = seen.flatMap(progress => (progress.kind === 'review' ? [progress.evaluated] : []));
  expect(evaluated).toEqual(evaluated.toSorted((a, b) => a - b));
  expect(evaluated.at(-1)).toBe(PLIES + 1);
}
