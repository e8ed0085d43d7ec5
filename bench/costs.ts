import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { DEFAULTS } from '../src/analysis/expected/params.ts';
import { DEFAULTS as INVESTIGATION } from '../src/analysis/investigation/params.ts';
import { MATCH_DEFAULTS } from '../src/analysis/match/params.ts';
import { PARAMETERS } from '../src/analysis/review/params.ts';
import { makeLog } from '../src/base/log.ts';
import type { AnalysisService, Job, JobOf } from '../src/service/jobs.ts';
import { RedisService } from '../src/service/redis/service.ts';
import { expectedJob, type Question, questions, warmUpQuestion } from './questions.ts';
import { reviewJob } from './review.ts';
import { mean, measured, progress, type Report, type Row, withFolder } from './support.ts';
import { hasRedis, type MachineRoom, withWorkers } from './workers.ts';

/** What each kind of job costs, through Redis, on one worker with one engine: what docs/scaling.md reckons with. */

/** Of one kind, one after the other. */
interface Kind {
  name: string;
  jobs: readonly Job[];
}

const position = ({ game }: Question) => expectedJob({ name: '', game }, DEFAULTS).input;

const evalJob = (question: Question): JobOf<'eval'> => ({
  kind: 'eval',
  input: position(question),
  params: { limit: { kind: 'depth', depth: DEFAULTS.depth }, multipv: 1, deterministic: false },
  cache: true,
});

const maiaJob = (question: Question): JobOf<'maia'> => ({
  kind: 'maia',
  input: position(question),
  params: { rating: DEFAULTS.rating, opponentRating: DEFAULTS.rating, temperature: 1 },
  cache: false,
});

const investigateJob = (question: Question): JobOf<'investigate'> => ({
  kind: 'investigate',
  input: position(question),
  params: INVESTIGATION,
  deterministic: false,
  cache: false,
});

function matchJob(): JobOf<'match'> {
  const { games: _, nodes, elo, rating, temperature, topP } = MATCH_DEFAULTS;
  const limit = { kind: 'nodes', nodes } as const;
  const params = { maia: 'white', rating, opponentRating: rating, temperature, topP, seed: 1, elo, limit } as const;
  return { kind: 'match', input: position(warmUpQuestion()), params, cache: false };
}

function kinds(): Kind[] {
  const asked = questions();
  const evals = asked.map(evalJob);
  const expected = (changes: Partial<typeof DEFAULTS>) =>
    asked.map(question => expectedJob(question, { ...DEFAULTS, ...changes }, { cache: changes.leaf === undefined }));
  const review = { ...reviewJob({ searched: true, nodes: PARAMETERS.nodes.usual }), cache: true };
  return [
    { name: 'eval, depth 15', jobs: evals },
    { name: 'the same again', jobs: evals },
    { name: "Maia's moves", jobs: asked.map(maiaJob) },
    { name: 'expected, leaf maia', jobs: expected({ leaf: 'maia' }) },
    { name: 'expected', jobs: expected({}) },
    { name: 'the same again', jobs: expected({}) },
    { name: 'review, 80 half-moves', jobs: [review] },
    { name: 'the same again', jobs: [review] },
    { name: 'review, evaluated on Lichess', jobs: [reviewJob({ searched: false })] },
    { name: 'investigate', jobs: asked.slice(0, 3).map(investigateJob) },
    { name: 'game of a match', jobs: [matchJob()] },
  ];
}

export async function costsBench(): Promise<Report> {
  const title = 'costs: one worker with one engine, through Redis';
  if (!hasRedis()) return { title, rows: [], comparisons: [], notes: ['no redis-server is installed: not measured'] };
  return withFolder(folder => withWorkers(1, folder, measureIn(title)));
}

const measureIn =
  (title: string) =>
  async ({ url }: MachineRoom): Promise<Report> => {
    const log = makeLog({ level: 'silent', format: 'text' });
    const service = new RedisService({ url, log, maxWaiting: 100, maxWaitingPerOwner: 100 });
    const redis = new Redis(url);
    try {
      await warmUp(service);
      const idle = await trafficPerSecond(redis);
      const rows: Cost[] = [];
      for (const kind of kinds()) rows.push(await costOf(kind, service, redis, idle));
      progress('');
      return reportOf(title, rows, await memoryOf(redis));
    } finally {
      redis.disconnect();
      await service.close();
    }
  };

/** Engines that run, and a model that is loaded. */
const warmUp = (service: AnalysisService) =>
  service.run(expectedJob(warmUpQuestion(), { ...DEFAULTS, depth: 5 }, { cache: false }));

interface Cost extends Row {
  job: string;
  'waited s': number;
  'Stockfish core-s': number;
  'Maia core-s': number;
}

interface Traffic {
  commands: number;
  kB: number;
}

const IDLE_MS = 5_000;
/** What a worker tells of itself is at most a second old. */
const STATUS_MS = 2_500;

/** Idle processes send their heartbeats, whose commands are counted, too. */
async function trafficPerSecond(redis: Redis): Promise<Traffic> {
  const before = await trafficOf(redis);
  await sleep(IDLE_MS);
  const after = await trafficOf(redis);
  const share = 1000 / IDLE_MS;
  return { commands: (after.commands - before.commands) * share, kB: (after.kB - before.kB) * share };
}

async function trafficOf(redis: Redis): Promise<Traffic> {
  const [commands = 0, input = 0, output = 0] = await numbersIn(redis, 'stats', [
    'total_commands_processed',
    'total_net_input_bytes',
    'total_net_output_bytes',
  ]);
  return { commands, kB: (input + output) / 1000 };
}

const memoryOf = async (redis: Redis): Promise<number> =>
  ((await numbersIn(redis, 'memory', ['used_memory_peak']))[0] ?? 0) / 1e6;

async function numbersIn(redis: Redis, section: string, names: readonly string[]): Promise<number[]> {
  const info = await redis.info(section);
  return names.map(name => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0));
}

async function costOf({ name, jobs }: Kind, service: RedisService, redis: Redis, idle: Traffic): Promise<Cost> {
  const busy = async () => {
    await sleep(STATUS_MS);
    const { stockfish, maia } = await service.run({ kind: 'status' });
    return { stockfish: stockfish.busyMs, maia: maia.busyMs };
  };
  const before = await busy();
  const traffic = await trafficOf(redis);
  const times: number[] = [];
  const sizes: number[] = [];
  for (const [index, job] of jobs.entries()) {
    progress(`costs: ${name}, ${index + 1} of ${jobs.length}`);
    const { result, ms } = await measured(() => service.run(job));
    times.push(ms);
    sizes.push(JSON.stringify(result).length);
  }
  const used = await trafficOf(redis);
  const after = await busy();
  const each = (total: number) => total / jobs.length;
  const idleSeconds = mean(times) / 1000;
  return {
    job: name,
    'waited s': mean(times) / 1000,
    'Stockfish core-s': each(after.stockfish - before.stockfish) / 1000,
    'Maia core-s': each(after.maia - before.maia) / 1000,
    'result kB': mean(sizes) / 1000,
    'Redis commands': Math.max(0, each(used.commands - traffic.commands) - idle.commands * idleSeconds),
    'Redis kB': Math.max(0, each(used.kB - traffic.kB) - idle.kB * idleSeconds),
  };
}

function reportOf(title: string, rows: readonly Cost[], memory: number): Report {
  const cores = (row: Cost) => row['Stockfish core-s'] + row['Maia core-s'];
  const [one, ...others] = rows;
  const fresh = others.filter(({ job }) => job !== 'the same again');
  return {
    title,
    rows: [...rows],
    comparisons: fresh.map(row => ({
      name: `${row.job}, against ${one?.job}`,
      ratio: one ? cores(row) / cores(one) : 0,
    })),
    notes: [`Redis held ${memory.toFixed(1)} MB at most`],
  };
}
