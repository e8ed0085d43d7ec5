import { INITIAL_FEN } from 'chessops/fen';
import { afterAll, onTestFinished } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { uciMoves } from '../../src/chess/game.ts';
import { jobsFor } from '../../src/service/capacity.ts';
import { ForkedService, type ForkedServiceOptions } from '../../src/service/forked.ts';
import type { AnalysisService, JobOf, JobResults } from '../../src/service/jobs.ts';
import { RedisService, type RedisServiceOptions } from '../../src/service/redis/service.ts';
import { RedisWorker, type RedisWorkerOptions } from '../../src/service/redis/worker.ts';
import { randomGame, seeded } from './positions.ts';
import { until } from './processes.ts';
import { hasRedis, startRedis } from './redis.ts';
import { silent, testSettings } from './settings.ts';

/** Real analysis processes for tests, ended with them, and the jobs that the tests of the service ask. */

const openService = (changes: Partial<ForkedServiceOptions> = {}): ForkedService =>
  new ForkedService({ settings: testSettings(), log: silent, maxWaiting: 100, maxWaitingPerOwner: 100, ...changes });

/** Twice is at once, whatever runs. */
const closeService = (service: { close(): Promise<void> }) => Promise.all([service.close(), service.close()]);

export function makeService(changes: Partial<ForkedServiceOptions> = {}): ForkedService {
  const service = openService(changes);
  onTestFinished(async () => void (await closeService(service)));
  return service;
}

/** For all tests of a file. */
export function makeServiceForAll(changes: Partial<ForkedServiceOptions> = {}): ForkedService {
  const service = openService(changes);
  afterAll(() => closeService(service));
  return service;
}

/** Through a Redis of its own, with one worker, which is here. */
async function makeRedisService(changes: Partial<ForkedServiceOptions> = {}): Promise<RedisService> {
  const { settings = testSettings(), ...limits } = changes;
  const { url } = await startRedis();
  makeWorker(url, { settings });
  return makeAsker(url, limits);
}

type Make = (changes?: Partial<ForkedServiceOptions>) => Promise<AnalysisService>;
/** Whoever does the work, the same holds. */
export const SERVICES: readonly [name: string, make: Make, skipped: boolean][] = [
  ['a forked process', async changes => makeService(changes), false],
  ['Redis', makeRedisService, !hasRedis],
];

export function makeAsker(url: string, changes: Partial<RedisServiceOptions> = {}): RedisService {
  const service = new RedisService({ url, log: silent, maxWaiting: 100, maxWaitingPerOwner: 100, ...changes });
  onTestFinished(async () => void (await closeService(service)));
  return service;
}

export function makeWorker(url: string, changes: Partial<RedisWorkerOptions> = {}): RedisWorker {
  const settings = changes.settings ?? testSettings();
  const concurrency = jobsFor(settings.engines);
  const worker = new RedisWorker({ url, log: silent, settings, concurrency, ...changes });
  onTestFinished(async () => void (await closeService(worker)));
  return worker;
}

const random = seeded(11);
export const inputs = Array.from({ length: 50 }, () => ({ fen: INITIAL_FEN, moves: uciMoves(randomGame(24, random)) }));
export const evalJob = (index: number, depth = 6, cache = false): JobOf<'eval'> => ({
  kind: 'eval',
  input: inputs[index] as (typeof inputs)[number],
  params: { limit: { kind: 'depth', depth }, multipv: 1, deterministic: true },
  cache,
});
export const maiaJob = (index: number): JobOf<'maia'> => ({
  kind: 'maia',
  input: inputs[index] as (typeof inputs)[number],
  params: { rating: 1500, opponentRating: 1500, temperature: 1 },
  cache: false,
});
/** Of a whole game, one for each index; it takes minutes. */
export const reviewJob = (index: number): JobOf<'review'> => ({
  kind: 'review',
  input: {
    ...(inputs[index % inputs.length] as (typeof inputs)[number]),
    ...{ headers: { Round: String(index) }, clocks: [], evals: null, opening: null, lastBookPly: 0 },
  },
  params: { limit: { kind: 'depth', depth: 30 }, ratings: { white: 1500, black: 1500 }, maia: false },
  deterministic: true,
  cache: false,
});
/**
 * How it is doing, once there is somebody to tell: a worker on a machine that is busy may be out of sight for a moment.
 */
export async function status(service: AnalysisService): Promise<JobResults['status']> {
  let told: JobResults['status'] | undefined;
  await until(async () => {
    told = await service.run({ kind: 'status' }).catch(error => {
      if (error instanceof Fault && error.code === 'busy') return undefined;
      throw error;
    });
    return told !== undefined;
  }, 'there is somebody to tell');
  return told as JobResults['status'];
}

/** Both engines at work on something that would take hours. */
export async function occupy(service: AnalysisService, owner = 'busy', signal?: AbortSignal) {
  const asked = [0, 1].map(index => service.run(evalJob(index, 40), { owner, ...(signal && { signal }) }));
  const outcome = Promise.allSettled(asked);
  const engines = async () => (await status(service)).stockfish;
  await until(async () => (await engines()).pids.length === 2 && (await engines()).busy === 2, 'both engines search');
  return { outcome };
}
