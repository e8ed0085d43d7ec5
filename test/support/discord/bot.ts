import pino from 'pino';
import { afterEach } from 'vitest';
import { cancelled, Fault } from '../../../src/base/fault.ts';
import { pack } from '../../../src/base/json.ts';
import { DiscordBot, type DiscordBotOptions } from '../../../src/bot/discord/bot.ts';
import { type BotLimits, Limits } from '../../../src/bot/limits.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import type { AnalysisService, Job, JobOptions, JobResult } from '../../../src/service/jobs.ts';
import { Store, type StoreOptions } from '../../../src/store/store.ts';
import { silent, temporaryFolder } from '../settings.ts';
import { tasks } from '../tasks.ts';
import { Watched } from '../watched.ts';
import type { Discord } from './discord.ts';

/** Kibitz in this process, on the Discord of this machine. */

export { isDone } from './done.ts';
export { EVALUATED } from './evaluated.ts';

interface LogLine {
  level: number;
  msg: string;
  err?: { message: string };
  [key: string]: unknown;
}

const bots: DiscordBot[] = [];
const stores: Store[] = [];
afterEach(async () => {
  await Promise.all(bots.splice(0).map(bot => bot.close()));
  for (const store of stores.splice(0)) store.close();
});

/** Closed after the bots. */
export function makeStore(options: Partial<StoreOptions> = {}): Store {
  const store = new Store({ folder: temporaryFolder(), log: silent, ...options });
  stores.push(store);
  return store;
}

/** No server listens there. */
const LICHESS = 'http://127.0.0.1:1';
const MANY = { running: 1000, hourly: 1000 };
export const GENEROUS: BotLimits = { user: MANY, server: MANY, owners: [] };

/** The waits of Kibitz, short. */
export const QUICK = {
  patienceMs: 30,
  editMs: 60,
  acknowledgePauses: [20, 20],
  lastWordPauses: [20, 20],
};

interface Running {
  bot: DiscordBot;
  /** What was logged from `warn` upwards. */
  logged: LogLine[];
}

export function makeBot(discord: Discord, options: Partial<DiscordBotOptions> = {}): Running {
  const logged: LogLine[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const { token, api } = discord;
  const service = new HandService();
  const store = options.store ?? makeStore();
  const lichess = new LichessClient({ url: LICHESS, userAgent: 'test' });
  const limits = new Limits(GENEROUS);
  const given = {
    token,
    api,
    log,
    service,
    store,
    lichess,
    tasks,
    limits,
    fetches: limits,
    version: '1.2.3',
    sourceUrl: 'https://git.example.org/kibitz',
    timing: QUICK,
  };
  const bot = new DiscordBot({ ...given, ...options });
  bots.push(bot);
  return { bot, logged };
}

export async function startBot(discord: Discord, options: Partial<DiscordBotOptions> = {}): Promise<Running> {
  const running = makeBot(discord, options);
  await running.bot.start();
  return running;
}

export interface Handed {
  job: Job;
  options: JobOptions;
  resolve: (result: JobResult) => void;
  reject: (fault: Fault) => void;
}

/** A service whose answers are given by hand. It heeds the signal, as every service does. */
export class HandService extends Watched implements AnalysisService {
  readonly asked: Handed[] = [];

  run(job: Job, options: JobOptions = {}): Promise<never> {
    return new Promise<JobResult>((resolve, reject) => {
      const { signal } = options;
      signal?.addEventListener('abort', () => reject(signal.reason instanceof Fault ? signal.reason : cancelled()));
      this.asked.push({ job, options, resolve, reject });
      this.changed();
    }) as Promise<never>;
  }

  async runPacked(job: Job, options: JobOptions = {}): Promise<Uint8Array> {
    return pack(await this.run(job, options));
  }

  /** The job of that number, once it is there. */
  job(index = 0): Promise<Handed> {
    return this.until(() => this.asked[index], `job ${index} has come`);
  }

  async close(): Promise<void> {}
}
