import { INITIAL_FEN } from 'chessops/fen';
import { afterAll } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { uciMoves } from '../../src/chess/game.ts';
import { jobsFor } from '../../src/service/capacity.ts';
import { ForkedService, type ForkedServiceOptions } from '../../src/service/forked.ts';
import type { AnalysisService, JobOf, JobResults } from '../../src/service/jobs.ts';
import type { AnalysisSettings } from '../../src/service/protocol.ts';
import { RedisService, type RedisServiceOptions } from '../../src/service/redis/service.ts';
import { RedisWorker, type RedisWorkerOptions } from '../../src/service/redis/worker.ts';
import { workersAt } from './cards.ts';
import { quickEngine } from './fake-engine.ts';
import { randomGame, seeded } from './positions.ts';
import { until } from './processes.ts';
import { type AtEnd, afterTest, connectRedis, hasRedis, startRedis } from './redis.ts';
import { silent, testSettings } from './settings.ts';

/** Real analysis processes for tests, ended with them, and the jobs that the tests of the service ask. */

/** With an engine whose moves mean nothing: for tests of what happens to jobs, not of what is found. */
export const quickSettings = (changes: Partial<AnalysisSettings> = {}): AnalysisSettings =>
  testSettings({ stockfishPath: quickEngine(), ...changes });

/** Twice is at once, whatever runs. */
const closeService = (service: { close(): Promise<void> }) => Promise.all([service.close(), service.close()]);

export function makeService(changes: Partial<ForkedServiceOptions> = {}, atEnd: AtEnd = afterTest): ForkedService {
  const limits = { maxWaiting: 100, maxWaitingPerOwner: 100 };
  const service = new ForkedService({ settings: testSettings(), log: silent, ...limits, ...changes });
  atEnd(() => closeService(service));
  return service;
}

/** For all tests of a file. */
export const makeServiceForAll = (changes: Partial<ForkedServiceOptions> = {}): ForkedService =>
  makeService(changes, end => afterAll(async () => void (await end())));

/** Through a Redis of its own, with one worker, which is here. */
async function makeRedisService(changes: Partial<ForkedServiceOptions> = {}, atEnd?: AtEnd): Promise<RedisService> {
  const { settings = quickSettings(), ...limits } = changes;
  const { url } = await startRedis({}, atEnd);
  makeWorker(url, { settings }, atEnd);
  const client = connectRedis(url, atEnd);
  // A service that comes first would look for the worker again only a second later.
  await until(async () => (await workersAt(client)).length === 1, 'the worker is there');
  return makeAsker(url, limits, atEnd);
}

export type Make = (changes?: Partial<ForkedServiceOptions>, atEnd?: AtEnd) => Promise<AnalysisService>;
/** Whoever does the work, the same holds. */
export const SERVICES: readonly [name: string, make: Make, skipped: boolean][] = [
  ['a forked process', async (changes, atEnd) => makeService({ settings: quickSettings(), ...changes }, atEnd), false],
  ['Redis', makeRedisService, !hasRedis],
];

/** One service for all tests of a file, made when the first one asks for it. */
export function oneForAll(make: Make): () => Promise<AnalysisService> {
  const ends: (() => unknown)[] = [];
  let made: Promise<AnalysisService> | undefined;
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return () => {
    made ??= make({}, end => ends.push(end));
    return made;
  };
}

export function makeAsker(
  url: string,
  changes: Partial<RedisServiceOptions> = {},
  atEnd: AtEnd = afterTest,
): RedisService {
  const service = new RedisService({ url, log: silent, maxWaiting: 100, maxWaitingPerOwner: 100, ...changes });
  atEnd(() => closeService(service));
  return service;
}

export function makeWorker(
  url: string,
  changes: Partial<RedisWorkerOptions> = {},
  atEnd: AtEnd = afterTest,
): RedisWorker {
  const settings = changes.settings ?? quickSettings();
  const concurrency = jobsFor(settings.engines);
  const worker = new RedisWorker({ url, log: silent, settings, concurrency, ...changes });
  atEnd(() => closeService(worker));
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
 * How it is doing, as soon as a worker is there: one on a machine that is busy may be out of sight for a moment.
 */
export async function status(service: AnalysisService): Promise<JobResults['status']> {
  let told: JobResults['status'] | undefined;
  await until(async () => {
    told = await service.run({ kind: 'status' }).catch(error => {
      if (error instanceof Fault && error.code === 'busy') return undefined;
      throw error;
    });
    return told !== undefined;
  }, 'a worker is there');
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
