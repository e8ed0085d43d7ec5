import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { cancelled } from '../base/fault.ts';
import { ALWAYS_LEADER, type Leadership } from '../base/leadership.ts';
import { version } from '../base/version.ts';
import type { DiscordBot } from '../bot/discord/bot.ts';
import type { LichessBot } from '../bot/lichess/bot.ts';
import { Limits } from '../bot/limits.ts';
import type { Context } from '../cli/command.ts';
import type { LichessPlayer } from '../lichess/challenge.ts';
import type { LichessClient } from '../lichess/client.ts';
import { makeLink } from '../lichess/link.ts';
import type { AnalysisService } from '../service/jobs.ts';
import type { Store } from '../store/store.ts';
import type { TaskPool } from '../tasks/pool.ts';
import type { Component } from './components.ts';
import { discordSettings } from './discord-settings.ts';
import { type LeasedComponent, leased, leaseName, leasesOf } from './leased.ts';
import { lichessToken } from './lichess-client.ts';
import type { Watch } from './measures.ts';
import { discordPages } from './pages.ts';
import type { StatusReporter } from './status-reporter.ts';

export interface AppContext {
  context: Context;
  herald: StatusReporter;
  log: Logger;
  store: Store;
  client: LichessClient;
  service: AnalysisService;
  tasks: TaskPool;
  measures: Watch;
}

const LICHESS = 'Lichess';
/** Under which each store has a name of its own. */
const STORE_ID = 'store-id';

/** The two bots of this process, and what each has of the other, if that is there. */
export class Bots {
  readonly #kit: AppContext;
  #onDiscord: DiscordBot | undefined;
  /** On Lichess, where only one process is at a time. */
  #player: { bot: LichessBot; leadership: Leadership } | undefined;

  constructor(kit: AppContext) {
    this.#kit = kit;
  }

  /** Games on Lichess. */
  readonly games = (): number => this.#player?.bot.games.length ?? 0;

  /** Where it should be and is not. */
  readonly problem = (): string | undefined => {
    const { discord, lichess, redisUrl } = this.#kit.context.config;
    if (discord.token && !this.#onDiscord?.isConnected) return 'Kibitz is not connected to Discord.';
    const isOurs = redisUrl === undefined || this.#player?.leadership.isHeld;
    if (lichess.token && isOurs && !this.#player?.bot.isConnected) return 'Kibitz is not connected to Lichess.';
    return undefined;
  };

  /** Makes what may run in one process only wait for its turn, where there is a Redis that knows of others. */
  async #leases(what: string, ...shared: readonly string[]): Promise<() => Leadership> {
    const { context, herald, log } = this.#kit;
    const { redisUrl: url } = context.config;
    if (url === undefined) return () => ALWAYS_LEADER;
    // Of the watches nobody but those who set them has to know.
    const note = what === LICHESS ? herald.note : (text: string) => log.info(text);
    return leasesOf(what, leaseName(what, ...shared), { url, log, note, hasSiblings: herald.shard !== undefined });
  }

  readonly discord: Component = {
    name: 'Discord',
    make: async () => {
      const { context, herald, log, store, client, service, tasks, measures } = this.#kit;
      const { config } = context;
      // discord.js is loaded where it is used: other commands need not wait for it.
      const { DiscordBot } = await import('../bot/discord/bot.ts');
      const settings = discordSettings(config);
      const bot = new DiscordBot({
        ...{ ...settings, service, store, lichess: client, log, version: version(), sourceUrl: config.sourceUrl },
        limits: new Limits(config.limits),
        fetches: new Limits(config.fetches),
        onAcknowledged: measures.acknowledged,
        tasks,
        pages: discordPages(config, tasks),
        lichessBot: await this.#host(),
        // Watches are in the store: whoever has another one has others.
        leadership: await this.#leases('Watches', settings.token, store.notes.settle(STORE_ID, randomUUID())),
      });
      this.#onDiscord = bot;
      return {
        start: async () => herald.ready(await bot.start()),
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  get lichess(): Component {
    const { lichessUrl } = this.#kit.context.config;
    const leases = () => this.#leases(LICHESS, lichessUrl, lichessToken(this.#kit.context.config));
    return leased(this.#onLichess, leases);
  }

  readonly #onLichess: LeasedComponent = {
    name: LICHESS,
    make: async tenure => {
      const { context, herald, log, store, service } = this.#kit;
      const { config, signal, terminal } = context;
      const [{ LichessBot }, { requirePlay }] = await Promise.all([
        import('../bot/lichess/bot.ts'),
        import('../lichess/token.ts'),
      ]);
      const client = this.#kit.client.guarded(() => {
        if (!tenure.isHeld) throw cancelled();
      });
      const bot = new LichessBot({
        ...{ client, service, store, log, settings: config.lichess.settings },
        sourceUrl: config.sourceUrl,
        afterGame: ({ id }) => this.#onDiscord?.postReview(id),
        onProgress: progress => terminal.progress(progress),
      });
      this.#player = { bot, leadership: tenure };
      return {
        start: async () => {
          await requirePlay(client, lichessToken(config), { signal });
          const { name } = await bot.start();
          terminal.endProgress();
          herald.note(
            `Kibitz is on Lichess as ${name}. Challenge it at ${makeLink({ kind: 'user', name }, client.url)}`,
          );
        },
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  /** Asks people in on Lichess, whichever process plays there. */
  async #host(): Promise<LichessPlayer | undefined> {
    const { context, client, store, log } = this.#kit;
    if (!context.config.lichess.token) return undefined;
    const { Host } = await import('../bot/lichess/host.ts');
    const host = new Host({ client, store });
    // Whoever is asked in before that is known finds out, or hears why not.
    host.meet({ signal: context.signal }).catch(error => log.debug(error, 'Lichess: whose account it is'));
    return host;
  }
}
