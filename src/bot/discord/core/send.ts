import {
  type BaseInteraction,
  type Client,
  InteractionContextType,
  type InteractionReplyOptions,
  InteractionWebhook,
  type MessageComponentInteraction,
  MessageFlags,
  type REST,
  type RepliableInteraction,
  Routes,
  type SendableChannels,
} from 'discord.js';
import { NO_PINGS, payloadOf, type Reply } from './reply.ts';
import { problemOf, type RestQueue, retry } from './rest.ts';

/** How replies get to Discord. */

/** All that is needed to answer an interaction; plain data, so that another process can do it. */
export interface ReplyAddress {
  /** Of the interaction. */
  readonly id: string;
  readonly token: string;
  readonly application: string;
  readonly channel: string;
  readonly user: string;
  /** Only the asker sees the answer. */
  readonly private: boolean;
  /** Whether Kibitz is a member there and can write without being asked. */
  readonly reachable: boolean;
}

/** Also a press on a component of a kind that Kibitz does not know. */
export type Repliable = RepliableInteraction | MessageComponentInteraction;

export const replyAddressOf = (interaction: Repliable, isPrivate: boolean): ReplyAddress => ({
  id: interaction.id,
  token: interaction.token,
  application: interaction.applicationId,
  channel: interaction.channelId ?? '',
  user: interaction.user.id,
  private: isPrivate,
  reachable: isReachable(interaction),
});

/** Whether Kibitz is a member there: elsewhere it can only answer, and for a quarter of an hour. */
export const isReachable = (interaction: BaseInteraction): boolean =>
  interaction.inCachedGuild() || interaction.context === InteractionContextType.BotDM;

/** The ways to answer one interaction. */
export interface ReplyTarget {
  readonly address: ReplyAddress;
  /** The reply, as long as the interaction lives. */
  edit(reply: Reply): Promise<void>;
  remove(): Promise<void>;
  /** A second message that only the asker sees. Discord gets it once at the most. */
  whisper(text: string): Promise<void>;
  /** A message of its own, which mentions the asker alone. It is there once, however often it is sent. */
  send(reply: Reply): Promise<void>;
}

const ORIGINAL = '@original';

export interface DiscordClients {
  client: Client<true>;
  /** For what must not be sent twice: tries once. */
  once: REST;
  requests: RestQueue;
}

export function openReplyTarget(address: ReplyAddress, { client, once, requests }: DiscordClients): ReplyTarget {
  const { application, token, user } = address;
  const webhook = new InteractionWebhook(client, application, token);
  return {
    address,
    edit: async reply => {
      await requests.turn();
      await webhook.editMessage(ORIGINAL, payloadOf(reply));
    },
    remove: () => webhook.deleteMessage(ORIGINAL),
    whisper: async content => {
      const body = { content, flags: MessageFlags.Ephemeral, allowed_mentions: NO_PINGS };
      await once.post(Routes.webhook(application, token), { body, auth: false });
    },
    send: async reply => {
      const content = [`<@${user}>`, reply.content].filter(Boolean).join('\n');
      const place = await placeOf(address, client);
      await place.send({
        ...payloadOf({ ...reply, content }),
        allowedMentions: { users: [user] },
        nonce: address.id,
        enforceNonce: true,
      });
    },
  };
}

/** The channel where Kibitz can write by itself, or the asker's own where it cannot or should not. */
async function placeOf(address: ReplyAddress, client: Client<true>): Promise<SendableChannels> {
  const { user, channel, reachable } = address;
  if (address.private || !reachable) return dmOf(user, client);
  return (await channelOf(client, channel)) ?? dmOf(user, client);
}

/** discord.js would keep it for ever. */
const dmOf = (user: string, client: Client<true>) => client.users.createDM(user, { cache: false });

/** A channel to write to; undefined if it takes no messages. It may be in a server that another shard hears of. */
export async function channelOf(client: Client<true>, id: string): Promise<SendableChannels | undefined> {
  const channel = await client.channels.fetch(id, { allowUnknownGuild: true });
  return channel?.isSendable() ? channel : undefined;
}

/** A try that was reported as failed may have got through after all. */
export async function acknowledge(
  interaction: { deferred: boolean },
  defer: () => Promise<unknown>,
  pauses: readonly number[],
): Promise<void> {
  try {
    await retry(defer, pauses);
  } catch (error) {
    if (problemOf(error) !== 'acknowledged') throw error;
    interaction.deferred = true;
  }
}

/** An answer at once that only the asker sees. */
export async function replyEphemeral(
  interaction: { reply(options: InteractionReplyOptions): Promise<unknown> },
  reply: Reply | string,
  pauses: readonly number[],
): Promise<void> {
  const said = typeof reply === 'string' ? { content: reply } : reply;
  const { content, components } = payloadOf(said);
  await retry(() => interaction.reply({ content, components, flags: MessageFlags.Ephemeral }), pauses);
}
