import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import {
  type APIApplicationCommand,
  type APIAttachment,
  type APIUser,
  type ApplicationCommandType,
  GatewayIntentBits,
  type InteractionType,
} from 'discord.js';
import { Asked } from './asked.ts';
import type { GivenFile } from './command-line.ts';
import { type Complaints, complaintsOf } from './contract.ts';
import { type Answer, type Fault, MISSING_PERMISSION, UNKNOWN_CHANNEL } from './faults.ts';
import { Gateway } from './gateway.ts';
import { snowflake } from './ids.ts';
import { type Attached, Message } from './message.ts';
import { type Channel, guildCreate, interaction, makePlaces, type Places, readyPayload } from './places.ts';
import type { Request } from './request.ts';
import { User, type UserOptions } from './user.ts';

/** What there is in this Discord: people, places, messages, commands, and everything that was asked of it. */

export interface DiscordOptions {
  heartbeatMs?: number;
  allowedIntents?: number;
  /** Whether GUILD_CREATE follows READY. Without, discord.js waits for 15 s. */
  sendsGuilds?: boolean;
  /** Whether the bot is in a second server, which is on another shard if there are two. */
  twoServers?: boolean;
  /** How many shards it recommends. */
  shards?: number;
  /** How many of them may connect within five seconds. */
  atOnce?: number;
}

const EVERY_INTENT = 2 ** 30 - 1;

/** The life of an interaction's token: https://discord.com/developers/docs/interactions/receiving-and-responding */
export const TOKEN_MS = 15 * 60_000;
/** And how long the first answer may take. */
export const ACKNOWLEDGE_MS = 3_000;

export class Discord {
  readonly server: Server;
  readonly gateway: Gateway;
  readonly origin: string;
  readonly token = `loopback.${randomBytes(9).toString('hex')}.secret`;
  readonly bot: APIUser = account('Kibitz', true);
  readonly places: Places;
  readonly shards: number;
  readonly atOnce: number;
  readonly messages = new Map<string, Message>();
  readonly asked = new Map<string, Asked>();
  /** By guild, or `global`. */
  readonly commands = new Map<string, APIApplicationCommand[]>();
  readonly files = new Map<string, Attached>();
  readonly requests: Request[] = [];
  readonly faults: Fault[] = [];
  readonly #violations: string[] = [];
  readonly #users = new Map<string, User>();
  #ahead = 0;

  constructor(server: Server, port: number, options: DiscordOptions) {
    const { heartbeatMs = 41_250, allowedIntents = EVERY_INTENT, sendsGuilds = true } = options;
    const { twoServers = false, shards = 1, atOnce = 1 } = options;
    this.server = server;
    this.places = makePlaces(twoServers);
    this.shards = shards;
    this.atOnce = atOnce;
    this.origin = `http://127.0.0.1:${port}`;
    this.gateway = new Gateway(server, {
      token: this.token,
      heartbeatMs,
      allowedIntents,
      ready: hears => {
        const servers = this.places.servers.filter(({ guild }) => hears(guild.id));
        return {
          ready: readyPayload(this.bot, servers),
          guilds: sendsGuilds ? servers.map(server => guildCreate(this.bot, server)) : [],
        };
      },
    });
  }

  /** For `rest.api`: without `/v10`, which discord.js adds. */
  get api(): string {
    return `${this.origin}/api`;
  }

  // Time

  /** Discord's clock, which tests can put forward. */
  readonly now = (): number => Date.now() + this.#ahead;

  pass(ms: number): void {
    this.#ahead += ms;
  }

  /** Only time that is put forward counts: a busy machine does not make anybody late. */
  ageOf({ ahead }: Asked): number {
    return this.#ahead - ahead;
  }

  // People and places

  user(name: string, options: UserOptions = {}): User {
    const known = this.#users.get(name);
    if (known) return known;
    const user = new User(this, account(name, false), options);
    this.#users.set(name, user);
    return user;
  }

  readonly accountOf = (id: string): APIUser | undefined =>
    [...this.#users.values()].find(user => user.id === id)?.account;

  channelOf(user: User): string {
    if (user.place === 'dm') return this.places.dm(user.account).id;
    if (user.place === 'second') return this.places.second.channel.id;
    return user.place === 'server' ? this.places.channel.id : this.places.elsewhere.id;
  }

  /** What keeps the bot from writing there. */
  closedTo(channel: Channel | undefined): Answer | undefined {
    if (!channel || channel.deleted) return UNKNOWN_CHANNEL;
    return channel.forbidden ? MISSING_PERMISSION : undefined;
  }

  findCommand(name: string, type: ApplicationCommandType): APIApplicationCommand | undefined {
    return [...this.commands.values()].flat().find(command => command.name === name && command.type === type);
  }

  // What people do

  ask(user: User, type: InteractionType, data: object, source?: Message): Asked {
    const token = randomBytes(24).toString('base64url');
    const now = this.now();
    const { channelId } = user;
    const asked = new Asked({ id: snowflake(now), token, type, user, channelId, source, ahead: this.#ahead });
    this.asked.set(token, asked);
    const { guildId } = this.places.find(channelId) ?? {};
    this.gateway.dispatch('INTERACTION_CREATE', guildId, () => interaction(this.bot, this.places, asked, data));
    return asked;
  }

  say(user: User, content: string, file?: GivenFile): Message {
    const { channelId, account: author } = user;
    const message = new Message({ id: snowflake(this.now()), channelId, author, at: this.now() });
    const attachments = file ? [{ ...this.attach(channelId, file), bytes: file.bytes }] : [];
    message.edit({ at: this.now(), content, embeds: [], components: [], attachments }, undefined);
    this.messages.set(message.id, message);
    const dm = user.place === 'dm';
    const guildId = dm ? undefined : this.places.find(channelId)?.guildId;
    const wanted = dm ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
    this.gateway.dispatch('MESSAGE_CREATE', guildId, intents => {
      if (!(intents & wanted)) return undefined;
      // Content is for those who may read it, for those who are addressed, and in private.
      const readable = dm || intents & GatewayIntentBits.MessageContent || content.includes(`<@${this.bot.id}>`);
      return { ...message.toJSON(), ...(!dm && { guild_id: guildId }), ...(!readable && { content: '' }) };
    });
    return message;
  }

  attach(channelId: string, given: GivenFile): APIAttachment {
    const { name, bytes, contentType = 'text/plain', url, size = bytes.length, leadsTo } = given;
    const id = snowflake(this.now());
    const path = `/attachments/${channelId}/${id}/${encodeURIComponent(name)}`;
    const address = url ?? `${this.origin}${path}`;
    const file = { id, filename: name, size, url: address, proxy_url: address, content_type: contentType };
    this.files.set(path, { ...file, bytes, ...(leadsTo !== undefined && { leadsTo }) });
    return file;
  }

  // What goes wrong

  /** From now on, so many times, a request such as `PATCH /webhooks/…` is answered like this; null hangs up. */
  fails(where: RegExp, answer: Answer | null, { times = 1, done = false } = {}): void {
    this.faults.push({ where, times, answer, done });
  }

  takeFault({ method, path }: Request): Fault | undefined {
    const fault = this.faults.find(({ where }) => where.test(`${method} ${path}`));
    if (fault && --fault.times === 0) this.faults.splice(this.faults.indexOf(fault), 1);
    return fault;
  }

  violated(what: string): void {
    this.#violations.push(what);
  }

  /** The requests so far that are not as Discord describes them, and what the bot did that no bot does. Tells once. */
  takeComplaints(contract: Complaints = complaintsOf): string[] {
    const found = [
      ...this.#violations.splice(0),
      ...this.gateway.violations.splice(0),
      ...this.requests.flatMap(request => contract(request)),
    ];
    this.requests.length = 0;
    return found;
  }

  /** For long runs: what was is checked, and dropped. */
  forget(): string[] {
    const complaints = this.takeComplaints();
    this.messages.clear();
    this.asked.clear();
    this.files.clear();
    this.gateway.forget();
    return complaints;
  }

  // What can be read

  /** The bot's messages that a user can see now, oldest first. */
  shownTo(user: User): Message[] {
    return [...this.messages.values()].filter(message => message.author.id === this.bot.id && user.sees(message));
  }

  requestsTo(where: RegExp): Request[] {
    return this.requests.filter(({ method, path }) => where.test(`${method} ${path}`));
  }
}

function account(username: string, bot: boolean): APIUser {
  return { id: snowflake(), username, discriminator: '0', global_name: username, avatar: null, bot };
}
