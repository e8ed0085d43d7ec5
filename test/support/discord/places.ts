import {
  type APIUser,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  type InteractionType,
  PermissionFlagsBits,
} from 'discord.js';
import { snowflake } from './ids.ts';

/**
 * One server with one channel, maybe a second one, a channel of a server that the bot is not in, and a private channel
 * for each user who needs one.
 */

/** Where a user is: in the server, alone with the bot, or in some other server, as an installer of the app. */
export const PLACES = ['server', 'dm', 'elsewhere'] as const;
/** There may be a second server with the bot in it. */
export type Place = (typeof PLACES)[number] | 'second';

/** A user, by what an interaction tells of them. */
export interface Person {
  readonly id: string;
  readonly account: APIUser;
  readonly locale: string;
  readonly permissions: bigint;
  readonly place: Place;
}

export interface Server {
  guild: { id: string; name: string };
  channel: Channel;
}

export interface Channel {
  id: string;
  type: ChannelType;
  guildId: string | undefined;
  recipient: APIUser | undefined;
  /** The bot may not write here. */
  forbidden: boolean;
  deleted: boolean;
}

export interface Places extends Server {
  /** On the other shard, if there are two; the bot may not be in it. */
  second: Server;
  /** Those that the bot is in. */
  servers: Server[];
  elsewhere: Channel;
  dm(user: APIUser): Channel;
  find(id: string): Channel | undefined;
}

export function makePlaces(twoServers: boolean): Places {
  const make = (rest: Partial<Channel>): Channel => ({
    id: snowflake(),
    type: ChannelType.GuildText,
    guildId: undefined,
    recipient: undefined,
    forbidden: false,
    deleted: false,
    ...rest,
  });
  // The time is what tells shards apart: https://discord.com/developers/docs/events/gateway#sharding
  const even = 2 * Math.floor(Date.now() / 2);
  const makeServer = (name: string, time: number): Server => {
    const guild = { id: snowflake(time), name };
    return { guild, channel: make({ guildId: guild.id }) };
  };
  const { guild, channel } = makeServer('The Club', even);
  const second = makeServer('The Other Club', even + 1);
  const elsewhere = make({ guildId: snowflake() });
  const dms = new Map<string, Channel>();
  return {
    guild,
    channel,
    second,
    servers: [{ guild, channel }, ...(twoServers ? [second] : [])],
    elsewhere,
    dm: user => {
      const dm = dms.get(user.id) ?? make({ type: ChannelType.DM, recipient: user });
      dms.set(user.id, dm);
      return dm;
    },
    find: id => [channel, second.channel, elsewhere, ...dms.values()].find(one => one.id === id),
  };
}

export const channelPayload = ({ id, type, guildId, recipient }: Channel): object =>
  recipient
    ? { id, type, last_message_id: null, recipients: [recipient] }
    : { id, type, guild_id: guildId, name: 'general', position: 0, permission_overwrites: [], nsfw: false };

const BOT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles;

const memberOf = (user: APIUser) => ({
  user,
  nick: null,
  avatar: null,
  roles: [],
  joined_at: new Date(0).toISOString(),
  deaf: false,
  mute: false,
  flags: 0,
});

export const readyPayload = (bot: APIUser, servers: readonly Server[]): object => ({
  user: bot,
  application: { id: bot.id, flags: 0 },
  guilds: servers.map(({ guild }) => ({ id: guild.id, unavailable: true })),
});

export const guildCreate = (bot: APIUser, { guild, channel }: Server): object => ({
  ...guild,
  icon: null,
  owner_id: snowflake(),
  features: [],
  preferred_locale: 'en-GB',
  roles: [
    {
      id: guild.id,
      name: '@everyone',
      permissions: String(BOT_PERMISSIONS),
      position: 0,
      color: 0,
      colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
      hoist: false,
      managed: false,
      mentionable: false,
      flags: 0,
    },
  ],
  emojis: [],
  stickers: [],
  channels: [channelPayload(channel)],
  threads: [],
  members: [memberOf(bot)],
  member_count: 2,
  presences: [],
  voice_states: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
  joined_at: new Date(0).toISOString(),
  large: false,
  unavailable: false,
});

const CONTEXTS: Record<Place, InteractionContextType> = {
  server: InteractionContextType.Guild,
  second: InteractionContextType.Guild,
  dm: InteractionContextType.BotDM,
  elsewhere: InteractionContextType.Guild,
};

interface Started {
  id: string;
  token: string;
  type: InteractionType;
  user: Person;
  channelId: string;
  source: { toJSON(): object } | undefined;
}

/**
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-structure
 */
export function interaction(bot: APIUser, places: Places, asked: Started, data: object): object {
  const { user, source } = asked;
  const channel = places.find(asked.channelId) as Channel;
  const owner =
    user.place === 'elsewhere' ? ApplicationIntegrationType.UserInstall : ApplicationIntegrationType.GuildInstall;
  return {
    id: asked.id,
    application_id: bot.id,
    type: asked.type,
    token: asked.token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: { ...channelPayload(channel), permissions: String(user.permissions) },
    ...(channel.guildId
      ? {
          guild_id: channel.guildId,
          guild: { id: channel.guildId, locale: 'en-GB', features: [] },
          guild_locale: 'en-GB',
          member: { ...memberOf(user.account), permissions: String(user.permissions) },
        }
      : { user: user.account }),
    ...(source && { message: source.toJSON() }),
    locale: user.locale,
    app_permissions: String(BOT_PERMISSIONS),
    entitlements: [],
    authorizing_integration_owners: {
      [owner]: user.place === 'elsewhere' ? user.id : (channel.guildId ?? '0'),
    },
    context: CONTEXTS[user.place],
    attachment_size_limit: 10 * 1024 * 1024,
  };
}
