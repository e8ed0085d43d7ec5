import { setTimeout as sleep } from 'node:timers/promises';
import { Client, GatewayCloseCodes, GatewayIntentBits, Options, PermissionFlagsBits } from 'discord.js';
import { Fault, systemReason } from '../../../base/fault.ts';
import type { SiblingShards } from './context.ts';
import { NO_PINGS } from './reply.ts';
import { type RestQueue, restOptions } from './rest.ts';

/** How discord.js is set up, and what it means when Discord does not let it in. */

/** Commands need only the servers. */
const INTENTS = [GatewayIntentBits.Guilds];
/** For replies to links; the second of these is privileged. */
const READING_INTENTS = [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];

const PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory;

interface ClientOptions {
  api: string;
  requests: RestQueue;
  readsMessages: boolean;
}

export function makeClient({ api, requests, readsMessages }: ClientOptions): Client {
  const own = { maxSize: 0, keepOverLimit: ({ id, client }: { id: string; client: Client }) => id === client.user?.id };
  return new Client({
    intents: [...INTENTS, ...(readsMessages ? READING_INTENTS : [])],
    allowedMentions: NO_PINGS,
    // The manager of several shards sets SHARDS, and discord.js reads it there.
    ...(process.env.SHARDS === undefined && { shards: 'auto' }),
    rest: restOptions(api, requests),
    // Nothing is looked up later: what Discord sends along with an interaction is enough.
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: own,
      UserManager: own,
      PresenceManager: 0,
      VoiceStateManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildScheduledEventManager: 0,
      StageInstanceManager: 0,
      ThreadMemberManager: 0,
    }),
  });
}

export const inviteLink = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?${new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(PERMISSIONS),
  })}`;

const PORTAL = 'https://discord.com/developers/applications';
const BAD_TOKEN = `DISCORD_TOKEN: Discord does not know this token; copy the bot's token from ${PORTAL}.`;

/**
 * After these Discord does not want to be asked again:
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes
 */
const FINAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: BAD_TOKEN,
  [GatewayCloseCodes.InvalidShard]: 'Discord refuses this connection as a part of a bot that it does not know (4010).',
  [GatewayCloseCodes.ShardingRequired]: 'Discord wants this bot in more parts than it has (4011).',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord does not speak this version of its protocol any more; update Kibitz.',
  [GatewayCloseCodes.InvalidIntents]: 'Discord does not know an intent that Kibitz asks for; update Kibitz.',
  [GatewayCloseCodes.DisallowedIntents]: `Discord does not allow this bot the intents that Kibitz asks for; switch on "Message Content Intent" under "Bot" in ${PORTAL}, or leave out DISCORD_LINK_REPLIES.`,
};

export const dismissal = (closeCode: number): Fault =>
  new Fault('discord-failed', FINAL[closeCode] ?? `Discord has closed the connection for good (${closeCode}).`);

export const isBadToken = ({ message }: Fault): boolean => message === BAD_TOKEN;

/** Why there is no connection, in one sentence. */
export function loginFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, status, message } = error as { code?: unknown; status?: number; message?: string };
  if (code === 'TokenInvalid' || status === 401) return new Fault('discord-failed', BAD_TOKEN);
  const why = systemReason({ code: String(code), message: message ?? String(error) });
  return new Fault('discord-failed', `Discord cannot be reached: ${status ? `${status} ` : ''}${why}.`, {
    cause: error,
  });
}

/** `/status` does not wait longer for a shard that is just being started. */
const PATIENCE_MS = 1_000;

/** Undefined where there is one process. */
export async function siblingsOf({ shard }: Client): Promise<SiblingShards | undefined> {
  if (!shard) return undefined;
  const counts = shard.fetchClientValues('guilds.cache.size') as Promise<number[]>;
  const servers = counts.then(
    all => all.reduce((sum, one) => sum + one, 0),
    () => undefined, // one of them is not there
  );
  return { count: shard.count, servers: await Promise.race([servers, sleep(PATIENCE_MS, undefined, { ref: false })]) };
}
