import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { cancelled, Fault, toFault } from '../base/fault.ts';
import { ALWAYS_LEADER, type Leadership } from '../base/leadership.ts';
import { makeLog } from '../base/log.ts';
import { version } from '../base/package-info.ts';
import type { DiscordBot } from '../bot/discord/bot.ts';
import type { LichessBot } from '../bot/lichess/bot.ts';
import { Limits } from '../bot/limits.ts';
import type { LichessPlayer } from '../lichess/challenge.ts';
import type { LichessClient } from '../lichess/client.ts';
import { makeLink } from '../lichess/link.ts';
import type { Measures } from '../metrics/measures.ts';
import type { AnalysisService } from '../service/jobs.ts';
import type { Store } from '../store/store.ts';
import type { TaskPool } from '../tasks/tasks.ts';
import { type Component, type LeasedComponent, leased, leaseName, leasesOf, runComponents } from './components.ts';
import { discordSettings, lichessToken, secretsOf } from './config.ts';
import { addressOf, discordPages, openPages } from './pages.ts';
import { type AppContext, aborted, makeLichessClient, openMeasures } from './service.ts';
import { planShards, runShards, type StatusReporter, statusReporterFor, type WantedShards } from './shards.ts';

/** What the bots on Discord and on Lichess share. */
interface BotParts {
  context: AppContext;
  reporter: StatusReporter;
  log: Logger;
  store: Store;
  client: LichessClient;
  service: AnalysisService;
  tasks: TaskPool;
  measures: Measures | undefined;
}

const NO_TOKEN =
  'DISCORD_TOKEN, LICHESS_TOKEN: neither is set; the README says, under "On Discord" and "On Lichess", how to get one.';

/** Kibitz on Discord, on Lichess or on both, until it is stopped. */
export async function runBot(context: AppContext, wantedShards?: WantedShards): Promise<number> {
  const { config, signal, terminal } = context;
  const { discord, lichess } = config;
  const plan = wantedShards === undefined ? undefined : await planShards(wantedShards, config);
  if (plan && plan.count > 1) return runShards(plan, context);
  if (!discord.token && !lichess.token) throw new Fault('bad-input', NO_TOKEN);
  const reporter = statusReporterFor(terminal, signal);
  const log = makeLog(config.log, secretsOf(config));
  const measures = await openMeasures(context, reporter.shard);
  const client = await makeLichessClient(config, {
    ...{ token: lichess.token, log },
    ...(measures && { onAnswer: measures.lichessAnswered }),
  });
  let store: Store | undefined;
  let tasks: TaskPool | undefined;
  let pages: Awaited<ReturnType<typeof openPages>> | undefined;
  try {
    store = new (await import('../store/store.ts')).Store({ folder: config.dataDir, log, mayForget: true });
    if (store.problem) reporter.note(store.problem);
    const service = await context.service();
    tasks = (await import('../tasks/tasks.ts')).startTasks();
    tasks.warm();
    const parts = { context, reporter, log, store, client, service, tasks, measures };
    // Of several shards the first serves the pages.
    if (config.web.publicUrl && !reporter.shard) pages = await pagesBeside(parts);
    const bots = new Bots(parts);
    measures?.watch(service, bots);
    const components = [...(discord.token ? [bots.discord] : []), ...(lichess.token ? [bots.lichess] : [])];
    const ready = engineNotes(context, reporter);
    await runComponents(components, { stopped: aborted(signal), note: reporter.note, ready });
    terminal.note('Shutting down.');
    return 0;
  } catch (error) {
    if (!reporter.failed(toFault(error))) throw error;
    return 1;
  } finally {
    reporter.close();
    await pages?.close();
    await tasks?.close();
    await client.close();
    store?.close();
    await measures?.close();
  }
}

/** Starts the engines, so that the first question need not wait for them, and says what is missing; once. */
function engineNotes({ service, signal }: AppContext, { note }: StatusReporter): () => Promise<void> {
  let told = false;
  return async () => {
    if (told) return;
    told = true;
    try {
      const { stockfish } = await (await service()).run({ kind: 'status' }, { signal });
      if (stockfish.problem) note(stockfish.problem);
    } catch (error) {
      // Missing workers do not end the bot: until they are there, people are asked to try again later.
      if (!(error instanceof Fault && error.code === 'busy')) throw error;
      note(error.message);
    }
  };
}

/** Serves reports from this process, unless another one, such as `kibitz serve`, already does. */
async function pagesBeside({ context: { config }, reporter, service, store, tasks, log }: BotParts) {
  try {
    const pages = await openPages(config, { service, store, tasks, log });
    reporter.note(`Reports are served at ${addressOf(config)}`);
    return pages;
  } catch (error) {
    const { code, message } = toFault(error);
    if (code !== 'bad-input') throw error;
    reporter.note(`${message} Reports are not served by this process; everything else goes on.`);
    return undefined;
  }
}

const LICHESS = 'Lichess';
/** The note with a store's random id, by which stores are told apart. */
const STORE_ID = 'store-id';

/** The two bots of this process, and what each uses of the other. */
class Bots {
  readonly #parts: BotParts;
  #onDiscord: DiscordBot | undefined;
  /** The bot on Lichess, which runs in one process at a time. */
  #player: { bot: LichessBot; leadership: Leadership } | undefined;

  constructor(parts: BotParts) {
    this.#parts = parts;
  }

  /** The number of games that are being played on Lichess. */
  readonly games = (): number => this.#player?.bot.games.length ?? 0;

  /** Names the site to which Kibitz should be connected and is not. */
  readonly problem = (): string | undefined => {
    const { discord, lichess, redisUrl } = this.#parts.context.config;
    if (discord.token && !this.#onDiscord?.isConnected) return 'Kibitz is not connected to Discord.';
    const isOurs = redisUrl === undefined || this.#player?.leadership.isHeld;
    if (lichess.token && isOurs && !this.#player?.bot.isConnected) return 'Kibitz is not connected to Lichess.';
    return undefined;
  };

  /** With Redis, several processes may try to do the same work, and only the leader does it. */
  async #leadership(what: string, ...shared: readonly string[]): Promise<() => Leadership> {
    const { context, reporter, log } = this.#parts;
    const { redisUrl: url } = context.config;
    if (url === undefined) return () => ALWAYS_LEADER;
    // Only waiting for Lichess is shown on the terminal; waiting for the watches is logged.
    const note = what === LICHESS ? reporter.note : (text: string) => log.info(text);
    return leasesOf(what, leaseName(what, ...shared), { url, log, note, hasSiblings: reporter.shard !== undefined });
  }

  readonly discord: Component = {
    name: 'Discord',
    make: async () => {
      const { context, reporter, log, store, client, service, tasks, measures } = this.#parts;
      const { config } = context;
      // discord.js is loaded where it is used: other commands need not wait for it.
      const { DiscordBot } = await import('../bot/discord/bot.ts');
      const settings = discordSettings(config);
      const bot = new DiscordBot({
        ...{ ...settings, service, store, lichess: client, log, version: version(), sourceUrl: config.sourceUrl },
        limits: new Limits(config.limits),
        fetches: new Limits(config.fetches),
        ...(measures && { onAcknowledged: measures.acknowledged }),
        tasks,
        pages: discordPages(config, tasks),
        lichessBot: await this.#host(),
        // Watches are kept in the store, so only bots with the same store share the lease.
        leadership: await this.#leadership('Watches', settings.token, store.notes.settle(STORE_ID, randomUUID())),
      });
      this.#onDiscord = bot;
      return {
        start: async () => reporter.ready(await bot.start()),
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  get lichess(): Component {
    const { lichessUrl } = this.#parts.context.config;
    const leadership = () => this.#leadership(LICHESS, lichessUrl, lichessToken(this.#parts.context.config));
    return leased(this.#onLichess, leadership);
  }

  readonly #onLichess: LeasedComponent = {
    name: LICHESS,
    make: async leadership => {
      const { context, reporter, log, store, service } = this.#parts;
      const { config, signal, terminal } = context;
      const [{ LichessBot }, { requirePlay }] = await Promise.all([
        import('../bot/lichess/bot.ts'),
        import('../lichess/user.ts'),
      ]);
      const client = this.#parts.client.guarded(() => {
        if (!leadership.isHeld) throw cancelled();
      });
      const bot = new LichessBot({
        ...{ client, service, store, log, settings: config.lichess.settings },
        sourceUrl: config.sourceUrl,
        afterGame: ({ id }) => this.#onDiscord?.postReview(id),
        onProgress: progress => terminal.progress(progress),
      });
      this.#player = { bot, leadership };
      return {
        start: async () => {
          await requirePlay(client, lichessToken(config), { signal });
          const { name } = await bot.start();
          terminal.endProgress();
          reporter.note(
            `Kibitz is on Lichess as ${name}. Challenge it at ${makeLink({ kind: 'user', name }, client.url)}`,
          );
        },
        dismissed: bot.dismissed,
        close: () => bot.close(),
      };
    },
  };

  /** Invites users of Discord to games on Lichess, whichever process plays them. */
  async #host(): Promise<LichessPlayer | undefined> {
    const { context, client, store, log } = this.#parts;
    if (!context.config.lichess.token) return undefined;
    const { Inviter } = await import('../bot/lichess/inviter.ts');
    const host = new Inviter({ client, store });
    // An invitation that comes earlier waits for the name, or fails with the reason for which it is missing.
    host.fetchName({ signal: context.signal }).catch(error => log.debug(error, 'Lichess: whose account it is'));
    return host;
  }
}
