import { once } from 'node:events';
import { Limits } from '../bot/limits.ts';
import { plural } from '../chess/words.ts';
import { type Config, secretsOf } from '../config.ts';
import { Fault } from '../engine/fault.ts';
import { makeLog } from '../log.ts';
import type { Command, Context } from './command.ts';
import { version } from './version.ts';

export const botCommand: Command = {
  name: 'bot',
  usage: 'bot',
  summary: 'Kibitz on Discord, until it is stopped.',
  words: 0,
  options: {},
  async run(_args, _values, context) {
    const { signal, terminal } = context;
    const discord = discordSettings(context.config);
    const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
    // discord.js is loaded where it is used: other commands need not wait for it.
    const [{ DiscordBot }, { LichessClient }, { Store }] = await Promise.all([
      import('../bot/discord/client.ts'),
      import('../lichess/client.ts'),
      import('../store/store.ts'),
    ]);
    const { dataDir, lichessUrl, limits } = context.config;
    const log = makeLog(context.config.log, secretsOf(context.config));
    const store = new Store({ folder: dataDir, log });
    const lichess = new LichessClient({ url: lichessUrl, userAgent: `Kibitz/${version()}` });
    const service = await context.service();
    const bot = new DiscordBot({
      ...{ ...discord, service, store, lichess, log, version: version() },
      limits: new Limits(limits),
    });
    try {
      const ready = await Promise.race([bot.start(), stopped]);
      if (!ready) return 0;
      await noteEngines(context);
      terminal.note(`Kibitz is on Discord as ${ready.name}, in ${plural(ready.servers, 'server')}. Invite it with`);
      terminal.note(ready.invite);
      await Promise.race([bot.dismissed, stopped]);
      terminal.note('Shutting down.');
      return 0;
    } finally {
      await bot.close();
      await lichess.close();
      store.close();
    }
  },
};

export function discordSettings({ discord }: Config): Config['discord'] & { token: string } {
  const { token } = discord;
  if (token) return { ...discord, token };
  throw new Fault('bad-input', 'DISCORD_TOKEN: not set; the README says, under "On Discord", how to get a token.');
}

/** The first question shall not have to wait for the process, nor be the first to hear that something is missing. */
async function noteEngines({ service, terminal, signal }: Context): Promise<void> {
  const { stockfish } = await (await service()).run({ kind: 'status' }, { signal });
  if (stockfish.problem) terminal.note(stockfish.problem);
}
