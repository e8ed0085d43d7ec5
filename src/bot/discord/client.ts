import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Client,
  type CommandInteraction,
  Events,
  type Interaction,
  type InteractionReplyOptions,
  type MessageComponentInteraction,
  MessageFlags,
  REST,
  Routes,
} from 'discord.js';
import type { Logger } from 'pino';
import { deferred } from '../../engine/deferred.ts';
import { Fault } from '../../engine/fault.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import type { Command, Kit } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { dismissal, inviteLink, loginFault, makeClient, restOptions } from './connection.ts';
import { Conversation, TIMING, type Timing } from './conversation.ts';
import { parseCustomId } from './custom-id.ts';
import { described, persist, problemOf } from './problems.ts';
import { notInServer, registerCommands } from './register.ts';
import { NO_PINGS } from './reply.ts';
import { SENTENCES } from './sentences.ts';

export interface DiscordBotOptions {
  token: string;
  guildId?: string | undefined;
  api: string;
  service: AnalysisService;
  log: Logger;
  version: string;
  commands?: readonly Command[];
  timing?: Partial<Timing>;
}

export interface Ready {
  name: string;
  servers: number;
  /** Where somebody can invite it into a server. */
  invite: string;
}

/** Discord closes a connection whose first words do not come within a minute. */
const START_MS = 60_000;
/** For the last words to everybody whose answer is under way. */
const GRACE_MS = 5_000;
/** An event may come twice after a connection was lost. */
const REMEMBERED = 1_000;

interface Repliable {
  reply(options: InteractionReplyOptions): Promise<unknown>;
}

/** Kibitz on Discord: owns the connection, and knows who is talking to it. */
export class DiscordBot {
  readonly #options: DiscordBotOptions;
  readonly #log: Logger;
  readonly #timing: Timing;
  readonly #client: Client;
  /** For what must not be sent twice: tries once. */
  readonly #once: REST;
  readonly #kit: Kit;
  readonly #talks = new Map<string, { conversation: Conversation; held: Promise<void> }>();
  readonly #seen = new Set<string>();
  readonly #dismissed = deferred<never>();
  #connected = false;
  #closing = false;

  constructor(options: DiscordBotOptions) {
    const { api, log, service, version, commands = COMMANDS } = options;
    this.#options = options;
    this.#log = log;
    this.#timing = { ...TIMING, ...options.timing };
    this.#client = makeClient(api);
    this.#once = new REST({ ...restOptions(api), retries: 0 });
    this.#kit = { service, version, commands, latencyMs: () => Math.round(this.#client.ws.ping) };
    this.#dismissed.promise.catch(() => undefined); // whoever asks for it hears of it
    this.#listen();
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
    // A dismissal says more than the error it comes with.
    const { user, application, guilds } = await Promise.race([this.dismissed, login.then(() => ready), late]);
    await this.#register(application.id);
    return { name: user.tag, servers: guilds.cache.size, invite: inviteLink(application.id) };
  }

  async #register(applicationId: string): Promise<void> {
    const { guildId } = this.#options;
    const commands = this.#kit.commands.map(({ description }) => description);
    const register = () => registerCommands({ rest: this.#client.rest, applicationId, guildId, commands });
    try {
      const outcome = await persist(register, this.#timing.lastWordPauses);
      this.#log.info({ outcome, guildId }, 'commands');
    } catch (error) {
      const refused = notInServer(error, guildId, applicationId);
      if (refused instanceof Fault) throw refused;
      // Those that are registered already still work.
      this.#log.error(described(error), 'the commands could not be registered');
    }
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
      .on(Events.ShardReady, restored)
      .on(Events.ShardResume, restored)
      .on(Events.ShardReconnecting, shard => lost({ shard }))
      .on(Events.ShardError, error => lost(described(error)))
      .on(Events.ShardDisconnect, ({ code }) => this.#dismissed.reject(dismissal(code)))
      .on(Events.Error, error => this.#log.error(described(error), 'discord.js reports an error'))
      .on(Events.Warn, message => this.#log.warn(message));
  }

  /** Every interaction comes through here, once; nothing that goes wrong with one of them goes any further. */
  async #receive(interaction: Interaction): Promise<void> {
    if (this.#seen.has(interaction.id)) return;
    this.#seen.add(interaction.id);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value as string);
    try {
      if (interaction.isAutocomplete()) await this.#suggest(interaction);
      else if (this.#closing) await this.#tell(interaction, SENTENCES.closing);
      else if (interaction.isChatInputCommand()) await this.#converse(interaction);
      else if (interaction.isMessageComponent()) await this.#press(interaction);
      else await this.#tell(interaction, SENTENCES.unknownCommand);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === 'acknowledged') return; // an earlier try has got through
      this.#log[problem === 'ours' ? 'error' : 'warn'](described(error), 'an interaction could not be answered');
    }
  }

  #commandOf({ commandName }: { commandName: string }): Command | undefined {
    return this.#kit.commands.find(({ description }) => description.name === commandName);
  }

  async #converse(interaction: ChatInputCommandInteraction): Promise<void> {
    const command = this.#commandOf(interaction);
    if (!command) return this.#tell(interaction, SENTENCES.unknownCommand);
    const conversation = new Conversation({
      interaction,
      private: command.private ?? false,
      log: this.#log,
      timing: this.#timing,
      whisper: (asked, text) => this.#whisper(asked, text),
    });
    const held = conversation.hold(talk => command.run(interaction, talk, this.#kit));
    this.#talks.set(conversation.id, { conversation, held });
    await held;
    this.#talks.delete(conversation.id);
  }

  async #suggest(interaction: AutocompleteInteraction): Promise<void> {
    const command = this.#commandOf(interaction);
    await interaction.respond((await command?.autocomplete?.(interaction, this.#kit)) ?? []);
  }

  async #press(interaction: MessageComponentInteraction): Promise<void> {
    const id = parseCustomId(interaction.customId);
    switch (id?.kind) {
      case 'cancel': {
        const { conversation } = this.#talks.get(id.conversation) ?? {};
        if (!conversation) return this.#tell(interaction, SENTENCES.over);
        if (conversation.asker !== interaction.user.id) return this.#tell(interaction, SENTENCES.notYours);
        conversation.cancel();
        await persist(() => interaction.deferUpdate(), this.#timing.acknowledgePauses);
        break;
      }
      default:
        await this.#tell(interaction, SENTENCES.unknownButton);
    }
  }

  /** One sentence for the one who asked. */
  async #tell(interaction: Repliable, content: string): Promise<void> {
    const reply = () => interaction.reply({ content, flags: MessageFlags.Ephemeral });
    await persist(reply, this.#timing.acknowledgePauses);
  }

  async #whisper({ applicationId, token }: CommandInteraction, content: string): Promise<void> {
    const body = { content, flags: MessageFlags.Ephemeral, allowed_mentions: NO_PINGS };
    await this.#once.post(Routes.webhook(applicationId, token), { body, auth: false });
  }

  /** Takes nothing new, tells everybody whose answer is under way that it will not come, and leaves. */
  async close(): Promise<void> {
    this.#closing = true;
    const talks = [...this.#talks.values()];
    for (const { conversation } of talks) conversation.cancel(new Fault('closing', SENTENCES.closing));
    await Promise.race([Promise.all(talks.map(({ held }) => held)), sleep(GRACE_MS, undefined, { ref: false })]);
    await this.#client.destroy();
    this.#once.clearHandlerSweeper();
    this.#once.clearHashSweeper();
  }
}
