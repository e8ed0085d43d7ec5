import pino from 'pino';
import { afterEach } from 'vitest';
import { DiscordBot, type DiscordBotOptions } from '../../../src/bot/discord/bot.ts';
import { type BotLimits, Limits } from '../../../src/bot/limits.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import { Store, type StoreOptions } from '../../../src/store/store.ts';
import { HandService } from '../hand-service.ts';
import { silent, temporaryFolder } from '../settings.ts';
import { tasks } from '../tasks.ts';
import type { Discord } from './discord.ts';

/** Kibitz in this process, on the Discord of this machine. */

export { HandService } from '../hand-service.ts';
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
