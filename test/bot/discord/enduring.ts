import { setImmediate } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import { BaseChannel, BaseInteraction, GuildMember, InteractionWebhook, Message, REST, User } from 'discord.js';
import pino from 'pino';
import { cancelled } from '../../../src/base/fault.ts';
import { pack } from '../../../src/base/json.ts';
import { DiscordBot } from '../../../src/bot/discord/bot.ts';
import { COMMANDS } from '../../../src/bot/discord/commands.ts';
import { InteractionSession } from '../../../src/bot/discord/core/session.ts';
import { HANDLERS } from '../../../src/bot/discord/handlers.ts';
import { Limits } from '../../../src/bot/limits.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import type { AnalysisService, Job, JobOptions, JobResult } from '../../../src/service/jobs.ts';
import { Store } from '../../../src/store/store.ts';
import { startTasks } from '../../../src/tasks/tasks.ts';
import { report } from '../../present/reports.ts';
import { EVALUATED } from '../../support/discord/evaluated.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { ENDLESS, type Health, STATUS } from './health.ts';

/** A bot in a process of its own whose engines answer at once, and which says how it is whenever it is asked. */

const [api = '', token = '', folder = '', lichessUrl = ''] = process.argv.slice(2);
const warnings: string[] = [];
process.on('warning', ({ name, message }) => {
  // Of the way in which objects are counted here.
  if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
});
const logged: string[] = [];
const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(line) });

/** discord.js says nowhere which queues it keeps: those who use them are noted here. */
const rests = new Set<REST>();
const { queueRequest } = REST.prototype;
REST.prototype.queueRequest = function (this: REST, request) {
  rests.add(this);
  return queueRequest.call(this, request);
};

const ANSWERS: Partial<Record<Job['kind'], JobResult>> = { eval: EVALUATED, expected: report(), status: STATUS };

const service: AnalysisService = {
  run: (job: Job, { signal }: JobOptions = {}) =>
    new Promise<JobResult>((resolve, reject) => {
      const isEndless = job.kind === 'eval' && job.input.moves.join(' ') === ENDLESS.uci;
      if (isEndless) signal?.addEventListener('abort', () => reject(cancelled()));
      else resolve(ANSWERS[job.kind] as JobResult);
    }) as Promise<never>,
  runPacked: async job => pack(ANSWERS[job.kind]),
  close: async () => undefined,
};

const ample = { running: 1e6, hourly: 1e6 };
const bot = new DiscordBot({
  ...{
    api,
    token,
    log,
    service,
    tasks: startTasks(),
    version: '1.2.3',
    sourceUrl: 'https://git.example.org/kibitz',
  },
  linkReplies: true,
  store: new Store({ folder, log }),
  lichess: new LichessClient({ url: lichessUrl, userAgent: 'test' }),
  limits: new Limits({ user: ample, server: ample, owners: [] }),
  fetches: new Limits({ user: ample, server: ample, owners: [] }),
  ...{ handlers: [...HANDLERS, weigh], commands: [...COMMANDS, weighCommand], timing: { patienceMs: 10, editMs: 20 } },
});

const KINDS = {
  InteractionSession,
  BaseInteraction,
  InteractionWebhook,
  Message,
  User,
  GuildMember,
  BaseChannel,
};
const total = (sizeOf: (rest: REST) => number) => [...rests].reduce((sum, rest) => sum + sizeOf(rest), 0);

async function health(): Promise<Health> {
  for (let times = 0; times < 2; times++) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  // What runs in the next turn of the loop is gone with it; everything else stays until it is closed.
  for (const name of process.getActiveResourcesInfo().filter(name => name !== 'Immediate'))
    handles[name] = (handles[name] ?? 0) + 1;
  return {
    bytes: { heapUsed, external, rss },
    handles,
    objects: Object.fromEntries(
      Object.entries(KINDS).map(([name, kind]) => [name, queryObjects(kind as new () => object) as unknown as number]),
    ),
    queues: { handlers: total(rest => rest.handlers.size), hashes: total(rest => rest.hashes.size) },
    warnings,
    logged,
  };
}

process.on('message', async () => process.send?.(await health()));
process.on('disconnect', () => process.exit());
await bot.start();
process.send?.('ready');
