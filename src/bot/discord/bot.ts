import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Interaction,
  type Message,
  type MessageContextMenuCommandInteraction,
  REST,
  type RepliableInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import { deferred } from '../../base/deferred.ts';
import { Fault } from '../../base/fault.ts';
import { ALWAYS_LEADER, type Leadership } from '../../base/leadership.ts';
import { Limiter } from '../../base/limiter.ts';
import { voiceOf } from '../../present/catalogue/voice.ts';
import { BUTTONS, COMMANDS, MESSAGE_COMMANDS } from './commands.ts';
import { notInServer, registerCommands } from './core/application.ts';
import { handleButton, handleModal } from './core/buttons.ts';
import { dismissal, inviteLink, loginFault, makeClient, siblingsOf } from './core/client.ts';
import { type BotContext, type Command, contextFor } from './core/context.ts';
import { fileOrigins } from './core/input.ts';
import type { ButtonContext } from './core/report-buttons.ts';
import { type Pages, ReportViews } from './core/report-views.ts';
import { loggable, problemOf, RestQueue, restOptions, retry } from './core/rest.ts';
import { type DiscordClients, replyEphemeral } from './core/send.ts';
import { sayFault } from './core/sentences.ts';
import { SESSION_TIMING, type SessionTiming } from './core/session.ts';
import { InteractionSessions } from './core/sessions.ts';
import { SingletonTasks } from './core/singleton-tasks.ts';
import { HANDLERS } from './handlers.ts';
import { replyToLink } from './review/link-replies.ts';
import { PlayedGameReviews } from './review/played-games.ts';
import { WatchService } from './watch/watch-service.ts';

type Given = 'service' | 'store' | 'lichess' | 'tasks' | 'limits' | 'fetches' | 'version' | 'sourceUrl' | 'lichessBot';
type Optional = 'commands' | 'handlers' | 'now' | 'linkReplies';

export interface DiscordBotOptions extends Pick<BotContext, Given>, Partial<Pick<BotContext, Optional>> {
  token: string;
  guildId?: string | undefined;
  api: string;
  log: Logger;
  /** Where the games that Kibitz plays on Lichess are reviewed. */
  reviewChannel?: string | undefined;
  /** How reports are opened in a browser; not at all by default. */
  pages?: Pages;
  /** For what may go on in one process only, of all that share the store; without it there is one. */
  leadership?: (() => Leadership) | undefined;
  timing?: Partial<SessionTiming>;
  /** Told of each interaction that Discord was answered in time: how long that took. */
  onAcknowledged?: (ms: number) => void;
}

export interface Ready {
  name: string;
  servers: number;
  /** The address at which it can be invited into a server. */
  invite: string;
}

/** Discord closes a connection whose first words do not come within a minute. */
const START_MS = 60_000;
/** For a connection that is about to be there. */
const LEAVE_MS = 5_000;
/** An event may come twice after a connection was lost. */
const REMEMBERED = 1_000;

/** Kibitz on Discord: owns the connection, and hands each event to the command, the button or the reply it is for. */
export class DiscordBot {
  readonly #options: DiscordBotOptions;
  readonly #log: Logger;
  readonly #timing: SessionTiming;
  readonly #client: Client;
  readonly #once: REST;
  readonly #clients: DiscordClients;
  readonly #context: BotContext;
  readonly #sessions: InteractionSessions;
  readonly #reviews: PlayedGameReviews;
  readonly #singletonTasks: SingletonTasks;
  /** When each event came, by its id. */
  readonly #seen = new Map<string, number>();
  readonly #dismissed = deferred<never>();
  #login: Promise<unknown> = Promise.resolve();
  #connected = false;
  #closing = false;

  constructor(options: DiscordBotOptions) {
    const { token: _, api, log, reviewChannel, pages, leadership, timing, ...given } = options;
    const { lichess, store, tasks } = given;
    const { commands = COMMANDS, handlers = HANDLERS, now = Date.now, linkReplies = false } = given;
    this.#options = options;
    this.#log = log;
    this.#timing = { ...SESSION_TIMING, ...timing };
    const requests = new RestQueue(id => this.#acknowledged(id));
    this.#client = makeClient({ api, requests, readsMessages: linkReplies });
    this.#once = new REST({ ...restOptions(api, requests), retries: 0 });
    // Interactions come when the client is ready, not before.
    this.#clients = { client: this.#client as Client<true>, once: this.#once, requests };
    const watching = new WatchService({ client: this.#clients.client, lichess, store, handlers, log, now });
    this.#context = {
      ...{ ...given, commands, handlers, now, linkReplies, watching, lichessUrl: lichess.url },
      views: new ReportViews({ tasks, pooled: HANDLERS, pages }),
      readElsewhere: (text, owner) => tasks.run('read', text, owner === undefined ? {} : { owner }),
      fileOrigins: fileOrigins(api),
      animations: new Limiter(1),
      awaitingMaia: new Set(),
      latencyMs: () => Math.round(this.#client.ws.ping),
      siblings: () => siblingsOf(this.#client),
    };
    const shared = { ...this.#clients, context: this.#context, log, timing: this.#timing };
    this.#sessions = new InteractionSessions(shared);
    this.#reviews = new PlayedGameReviews({ ...shared, channel: reviewChannel });
    this.#singletonTasks = new SingletonTasks({
      tasks: [watching, this.#reviews],
      leadership: leadership ?? (() => ALWAYS_LEADER),
      log,
    });
    this.#dismissed.promise.catch(() => undefined); // it is told to those who await `dismissed`
    this.#listen();
  }

  get isConnected(): boolean {
    return this.#connected && !this.#closing;
  }

  /** Rejects when Discord does not want Kibitz any more. */
  get dismissed(): Promise<never> {
    return this.#dismissed.promise;
  }

  async start(): Promise<Ready> {
    const client = this.#client;
    const ready = new Promise<Client<true>>(resolve => client.once(Events.ClientReady, resolve));
    const late = sleep(START_MS, undefined, { ref: false }).then(() => {
      throw new Fault('discord-failed', `Discord did not answer within ${START_MS / 1000} s.`);
    });
    const login = client.login(this.#options.token).catch(error => {
      throw loginFault(error);
    });
    this.#login = login.catch(() => undefined); // it is told below
    // A dismissal says more than the error it comes with.
    const { user, application, guilds } = await Promise.race([this.dismissed, login.then(() => ready), late]);
    if (this.#closing) throw new Fault('closing', 'Kibitz is shutting down.');
    await this.#register(application.id);
    this.#resume();
    this.#singletonTasks.start();
    return { name: user.tag, servers: guilds.cache.size, invite: inviteLink(application.id) };
  }

  /** One of all shards is enough. */
  async #register(applicationId: string): Promise<void> {
    if (this.#client.shard && !this.#client.shard.ids.includes(0)) return;
    const { guildId } = this.#options;
    const commands = [...this.#context.commands, ...MESSAGE_COMMANDS].map(({ description }) => description);
    const register = () => registerCommands({ rest: this.#client.rest, applicationId, guildId, commands });
    try {
      const outcome = await retry(register, this.#timing.lastWordPauses);
      this.#log.info({ outcome, guildId }, 'commands');
    } catch (error) {
      const refused = notInServer(error, guildId, applicationId);
      if (refused instanceof Fault) throw refused;
      // Those that are registered already still work.
      this.#log.error(loggable(error), 'the commands could not be registered');
    }
  }

  /** Questions that an earlier process did not finish; new ones are answered meanwhile. */
  #resume(): void {
    for (const left of this.#context.store.running.takeOver())
      void this.#sessions
        .resume(left)
        .catch(error => this.#log.warn(loggable(error), 'a question from before the restart could not be answered'));
  }

  #listen(): void {
    const lost = (what: object) => {
      if (this.#connected && !this.#closing)
        this.#log.warn(what, 'the connection to Discord is lost and will be restored');
      this.#connected = false;
    };
    const restored = () => {
      if (this.#client.isReady()) this.#log.info('connected to Discord');
      this.#connected = true;
    };
    this.#client
      .on(Events.InteractionCreate, interaction => void this.#receive(interaction))
      .on(Events.MessageCreate, message => void this.#readMessage(message))
      .on(Events.ShardReady, restored)
      .on(Events.ShardResume, restored)
      .on(Events.ShardReconnecting, shard => lost({ shard }))
      .on(Events.ShardError, error => lost(loggable(error)))
      .on(Events.ShardDisconnect, ({ code }) => this.#dismissed.reject(dismissal(code)))
      .on(Events.Error, error => this.#log.error(loggable(error), 'discord.js reports an error'))
      .on(Events.Warn, message => this.#log.warn(message));
  }

  /** All interactions come through here, each once; what goes wrong with one of them ends here. */
  async #receive(interaction: Interaction): Promise<void> {
    if (!this.#isNew(interaction.id)) return;
    try {
      // No command has anything to suggest.
      if (interaction.isAutocomplete()) await interaction.respond([]);
      else if (this.#closing) await this.#tell(interaction, 'fault.closing');
      else if (interaction.isChatInputCommand()) await this.#run(interaction, this.#context.commands);
      else if (interaction.isMessageContextMenuCommand()) await this.#run(interaction, MESSAGE_COMMANDS);
      else if (interaction.isMessageComponent()) await handleButton(interaction, this.#buttonContext, BUTTONS);
      else if (interaction.isModalSubmit()) await handleModal(interaction, this.#buttonContext, BUTTONS);
      else await this.#tell(interaction, 'unknown.command');
    } catch (error) {
      const problem = problemOf(error);
      if (problem === 'acknowledged') return; // an earlier try has got through
      this.#log[problem === 'ours' ? 'error' : 'warn'](loggable(error), 'an interaction could not be answered');
      await this.#explain(interaction, error);
    }
  }

  /** Where it failed before there was an answer, as when the store cannot be read, one sentence can still be said. */
  async #explain(interaction: Interaction, error: unknown): Promise<void> {
    if (!(error instanceof Fault) || !interaction.isRepliable() || interaction.deferred || interaction.replied) return;
    const sentence = sayFault(voiceOf(interaction.locale), error);
    await replyEphemeral(interaction, sentence, []).catch(again =>
      this.#log.debug(loggable(again), 'nor could that be told'),
    );
  }

  /** A message is not a question: where it gets no reply, nothing is said about that. */
  async #readMessage(message: Message): Promise<void> {
    if (this.#closing || !this.#isNew(message.id)) return;
    try {
      await replyToLink(message, this.#context);
    } catch (error) {
      this.#log.warn(loggable(error), 'a posted link could not be answered');
    }
  }

  #isNew(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.set(id, performance.now());
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.keys().next().value as string);
    return true;
  }

  #acknowledged(interaction: string): void {
    const came = this.#seen.get(interaction);
    if (came !== undefined) this.#options.onAcknowledged?.(performance.now() - came);
  }

  get #buttonContext(): ButtonContext {
    return { context: this.#context, sessions: this.#sessions, timing: this.#timing };
  }

  async #run<I extends ChatInputCommandInteraction | MessageContextMenuCommandInteraction>(
    interaction: I,
    commands: readonly Command<I>[],
  ): Promise<void> {
    const { commandName: name } = interaction;
    const command = commands.find(({ description }) => description.name === name);
    if (!command) return this.#tell(interaction, 'unknown.command');
    const how = { command: name, private: command.private, free: command.free };
    await this.#sessions.begin(interaction, how, (session, requester) =>
      command.run(interaction, session, contextFor(this.#context, requester), requester),
    );
  }

  /** One sentence that only the asker sees. */
  async #tell(interaction: RepliableInteraction, key: 'fault.closing' | 'unknown.command'): Promise<void> {
    await replyEphemeral(interaction, voiceOf(interaction.locale).say(key), this.#timing.acknowledgePauses);
  }

  /** The review of a game that Kibitz has played on Lichess, to the channel for that; it may take a while. */
  postReview(game: string): void {
    this.#reviews.post(game);
  }

  /** Takes nothing new, tells the askers of all open questions that no answer will come, and leaves. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#sessions.close(), this.#singletonTasks.close()]);
    // What discord.js has begun to open it opens, and what is closed before stays open.
    await Promise.race([this.#login, sleep(LEAVE_MS, undefined, { ref: false })]);
    await this.#client.destroy();
    this.#once.clearHandlerSweeper();
    this.#once.clearHashSweeper();
  }
}
