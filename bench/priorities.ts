import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForkedService } from '../src/service/forked.ts';
import type { Job } from '../src/service/jobs.ts';
import { closeDiscord, openDiscord } from '../test/support/discord/open.ts';
import { withProgram } from '../test/support/discord/program.ts';
import { expectedJob, PARAMS, questions, withWarmService } from './questions.ts';
import { reviewJob } from './review.ts';
import {
  CORES,
  config,
  median,
  type Part,
  percentile,
  progress,
  type Report,
  speedUp,
  timed,
  withFolder,
} from './support.ts';

/** How nice engines are: not at all, as set, more, and as they were once. */
const NICE = [...new Set([0, config().nice, 5, 12])];
const ROUNDS = 3;
/**
 * Beside busy programs an answer may take so many times as long. With as many of them as cores, a fair share is half.
 */
const ALLOWED = 3;
/** Only what is set: at 12 a review of six seconds does not end within minutes. */
const REVIEW_NODES = 15_000;
const PRESSES = 40;
const PRESS_MS = 250;
const ACKNOWLEDGED_MS = 1_000;
/** What keeps engines and Maia busy meanwhile, each asked by another owner. */
const OPENINGS = ['e4', 'd4', 'c4', 'Nf3', 'e4 e5', 'd4 d5'];
const ROOM = { KIBITZ_USER_RUNNING: '20', KIBITZ_USER_HOURLY: '1000', KIBITZ_SERVER_RUNNING: '100' };

/** What people wait for while other programs keep every core busy, and whether the bot still acknowledges at once. */
export async function prioritiesBench(): Promise<Report> {
  const analyses: Part[] = [];
  for (const nice of NICE) analyses.push(await withWarmService(service => analysis(service, nice), { nice }));
  const review = await withWarmService(reviewed);
  const acknowledged: Part[] = [];
  for (const nice of [config().nice, 12]) acknowledged.push(await acknowledgements(nice));
  const parts = [...analyses, review, ...acknowledged];
  progress('');
  return {
    title: `priorities: ${CORES} busy programs of ordinary priority on ${CORES} cores, quiet and busy by turns`,
    rows: parts.flatMap(({ rows }) => rows),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    notes: [
      'where programs run in sessions of their own, Linux shares the cores between sessions (autogroup), whatever is nice',
    ],
  };
}

async function analysis(service: ForkedService, nice: number): Promise<Part> {
  const [question] = questions();
  if (!question) throw new Error('there is no question');
  const job = expectedJob(question, PARAMS, { deterministic: true });
  return quietAndBusy(service, job, 'analysis', nice);
}

const reviewed = (service: ForkedService): Promise<Part> => {
  const job = { ...reviewJob({ searched: true, nodes: REVIEW_NODES }), deterministic: true, cache: false };
  return quietAndBusy(service, job, 'review', config().nice);
};

async function quietAndBusy(service: ForkedService, job: Job, what: string, nice: number): Promise<Part> {
  const timings = new Map<string, number[]>([
    ['quiet', []],
    ['busy', []],
  ]);
  const take = async (variant: string) => {
    const ms = await timed(() => service.run(job));
    timings.get(variant)?.push(ms);
  };
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`priorities: ${what} at nice ${nice}, round ${round} of ${ROUNDS}`);
    await take('quiet');
    await besideBusyPrograms(() => take('busy'));
  }
  const [quiet = [], busy = []] = [...timings.values()];
  const times = 1 / speedUp(timings, 'busy', 'quiet');
  const isSet = nice === config().nice;
  return {
    rows: [{ what, nice, 'quiet s': median(quiet) / 1000, 'busy s': median(busy) / 1000, times }],
    comparisons: isSet
      ? [{ name: `${ALLOWED} times the quiet ${what}, against the busy one`, ratio: ALLOWED / times, target: 1 }]
      : [],
    notes: [],
  };
}

/** How soon /help is acknowledged while engines, Maia and other programs want all there is. */
async function acknowledgements(nice: number): Promise<Part> {
  progress(`priorities: acknowledgements at nice ${nice}`);
  const times = await withFolder(async folder => {
    const discord = await openDiscord();
    const env = { ...ROOM, KIBITZ_NICE: String(nice) };
    try {
      return await withProgram(discord, folder, env, async () => {
        await discord.user('early').types('/status').reply();
        const busy = OPENINGS.map(position => discord.user(position).types('/analyze', { position, depth: 16 }));
        await Promise.all(busy.map(asked => asked.acknowledged()));
        return besideBusyPrograms(async () => {
          const presses: Promise<number>[] = [];
          for (let press = 0; press < PRESSES; press++) {
            presses.push(discord.user('reader').types('/help').acknowledged());
            await sleep(PRESS_MS);
          }
          return Promise.all(presses);
        });
      });
    } finally {
      closeDiscord(discord);
    }
  });
  const slowest = percentile(times, 1);
  return {
    rows: [
      {
        'acknowledged at nice': nice,
        'p50 ms': median(times),
        'p99 ms': percentile(times, 0.99),
        'slowest ms': slowest,
      },
    ],
    comparisons:
      nice === config().nice
        ? [
            {
              name: `${ACKNOWLEDGED_MS} ms against the slowest acknowledgement`,
              ratio: ACKNOWLEDGED_MS / slowest,
              target: 1,
            },
          ]
        : [],
    notes: [],
  };
}

async function besideBusyPrograms<T>(work: () => Promise<T>): Promise<T> {
  const loops: ChildProcess[] = [];
  for (let core = 0; core < CORES; core++)
    loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
