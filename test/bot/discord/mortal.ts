import pino from 'pino';
import { DiscordBot } from '../../../src/bot/discord/bot.ts';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { Limits } from '../../../src/bot/limits.ts';
import { LichessClient } from '../../../src/lichess/client.ts';
import type { AnalysisService } from '../../../src/service/jobs.ts';
import { Store } from '../../../src/store/store.ts';
import { startTasks } from '../../../src/tasks/tasks.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';

/** A bot in a process of its own whose engines never answer; it says when it is ready, and waits for its end. */

const [api = '', token = '', folder = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const never = new Promise<never>(() => undefined);
const service: AnalysisService = { run: () => never, runPacked: () => never, close: async () => undefined };
const many = { running: 1000, hourly: 1000 };
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
  store: new Store({ folder, log }),
  lichess: new LichessClient({ url: 'http://127.0.0.1:1', userAgent: 'test' }),
  limits: new Limits({ user: many, server: many, owners: [] }),
  fetches: new Limits({ user: many, server: many, owners: [] }),
  ...{ handlers: [weigh], commands: [weighCommand, evalCommand], timing: { patienceMs: 10, editMs: 20 } },
});
await bot.start();
console.log('ready');
