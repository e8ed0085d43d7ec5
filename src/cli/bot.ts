import { once } from 'node:events';
import type { Logger } from 'pino';
import type { DiscordBot } from '../bot/discord/client.ts';
import type { LichessPlayer } from '../bot/invite.ts';
import type { LichessBot } from '../bot/lichess/bot.ts';
import { Limits } from '../bot/limits.ts';
import { plural } from '../chess/words.ts';
import { type Config, secretsOf } from '../config.ts';
import { Fault } from '../engine/fault.ts';
import type { LichessClient } from '../lichess/client.ts';
import { makeLink } from '../lichess/link.ts';
import { makeLog } from '../log.ts';
import type { AnalysisService } from '../service/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Command, Context } from './command.ts';
import { lichessToken, makeLichessClient } from './lichess-client.ts';
import { type Part, runParts } from './parts.ts';
import { version } from './version.ts';

export const botCommand: Command = {
  name: 'bot',
  usage: 'bot',
  summary: 'Kibitz on Discord, on Lichess or on both, until it is stopped.',
  words: 0,
  options: {},
  async run(_args, _values, context) {
    const { config, signal, terminal } = context;
    const { discord, lichess } = config;
    if (!discord.token && !lichess.token) throw new Fault('bad-input', NO_TOKEN);
    const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
    const log = makeLog(config.log, secretsOf(config));
    const client = await makeLichessClient(config, { token: lichess.token, log });
    let store: Store | undefined;
    try {
      store = new (await import('../store/store.ts')).Store({ folder: config.dataDir, log });
      const kit = { context, log, store, client, service: await context.service() };
      const bots = new Bots(kit);
      const parts = [...(discord.token ? [bots.discord] : []), ...(lichess.token ? [bots.lichess] : [])];
      await runParts(parts, { stopped, note: text => terminal.note(text), ready: engineNotes(context) });
      terminal.note('Shutting down.');
      return 0;
    } finally {
      await client.close();
      store?.close();
    }
  },
};

const NO_TOKEN =
  'DISCORD_TOKEN, LICHESS_TOKEN: neither is set; the README says, under "On Discord" and "On Lichess", how to get one.';

export function discordSettings({ discord }: Config): Config['discord'] & { token: string } {
  const { token } = discord;
  if (token) return { ...discord, token };
  throw new Fault('bad-input', 'DISCORD_TOKEN: not set; the README says, under "On Discord", how to get a token.');
}

/** The first question shall not have to wait for the process, nor be the first to hear that something is missing. */
function engineNotes({ service, terminal, signal }: Context): () => Promise<void> {
  let told = false;
  return async () => {
    if (told) return;
    told = true;
    try {
      const { stockfish } = await (await service()).run({ kind: 'status' }, { signal });
      if (stockfish.problem) terminal.note(stockfish.problem);
    } catch (error) {
      // Workers that are not there yet are no reason to leave: people are told to come back.
      if (!(error instanceof Fault && error.code === 'busy')) throw error;
      terminal.note(error.message);
    }
  };
}

interface Kit {
  context: Context;
  log: Logger;
  store: Store;
  client: LichessClient;
  service: AnalysisService;
}

/** The two bots of this process, and what each has of the other, if that is there. */
class Bots {
  readonly #kit: Kit;
  #onDiscord: DiscordBot | undefined;
  #onLichess: LichessBot | undefined;

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  readonly discord: Part = {
    name: 'Discord',
    make: async () => {
      const { context, log, store, client, service } = this.#kit;
      const { config, terminal } = context;
      // discord.js is loaded where it is used: other commands need not wait for it.
      const { DiscordBot } = await import('../bot/discord/client.ts');
      const bot = new DiscordBot({
        ...{ ...discordSettings(config), service, store, lichess: client, log, version: version() },
        limits: new Limits(config.limits),
        lichessBot: config.lichess.token ? this.#player : undefined,
      });
      this.#onDiscord = bot;
      return {
        start: async () => {
          const { name, servers, invite } = await bot.start();
          terminal.note(`Kibitz is on Discord as ${name}, in ${plural(servers, 'server')}. Invite it with`);
          terminal.note(invite);
        },
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  readonly lichess: Part = {
    name: 'Lichess',
    make: async () => {
      const { context, log, store, client, service } = this.#kit;
      const { config, signal, terminal } = context;
      const [{ LichessBot }, { requirePlay }] = await Promise.all([
        import('../bot/lichess/bot.ts'),
        import('../lichess/token.ts'),
      ]);
      const bot = new LichessBot({
        ...{ client, service, store, log, settings: config.lichess.settings },
        afterGame: ({ id }) => this.#onDiscord?.postReview(id),
        onProgress: progress => terminal.progress(progress),
      });
      this.#onLichess = bot;
      return {
        start: async () => {
          await requirePlay(client, lichessToken(config), { signal });
          const { name } = await bot.start();
          terminal.endProgress();
          terminal.note(
            `Kibitz is on Lichess as ${name}. Challenge it at ${makeLink({ kind: 'user', name }, client.url)}`,
          );
        },
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  /** Whoever plays on Lichess at the moment. */
  readonly #player: LichessPlayer = ((bots: Bots) => ({
    get name() {
      return bots.#onLichess?.name ?? '';
    },
    invite: async (terms, options) => {
      if (!bots.#onLichess) throw new Fault('lichess-failed', 'Kibitz is not on Lichess yet; try again in a minute.');
      return bots.#onLichess.invite(terms, options);
    },
  }))(this);
}
