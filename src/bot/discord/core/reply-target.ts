import {
  type BaseInteraction,
  type Client,
  InteractionContextType,
  InteractionWebhook,
  type MessageComponentInteraction,
  MessageFlags,
  type REST,
  type RepliableInteraction,
  Routes,
  type SendableChannels,
} from 'discord.js';
import { channelOf } from './channel.ts';
import { turn } from './connection.ts';
import { NO_PINGS, payloadOf, type Reply } from './reply.ts';

/** All that is needed to answer somebody; plain data, so that another process can do it. */
export interface ReplyAddress {
  /** Of the interaction. */
  readonly id: string;
  readonly token: string;
  readonly application: string;
  readonly channel: string;
  readonly user: string;
  /** Only the asker sees the answer. */
  readonly private: boolean;
  /** Whether Kibitz is in that place itself, and can write there without being asked. */
  readonly reachable: boolean;
}

/** Also one of whose kind nothing more is known than that something was pressed. */
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

/** Whether Kibitz is there itself: elsewhere it can only answer, and for a quarter of an hour. */
export const isReachable = (interaction: BaseInteraction): boolean =>
  interaction.inCachedGuild() || interaction.context === InteractionContextType.BotDM;

/** The ways to the one who asked. */
export interface ReplyTarget {
  readonly address: ReplyAddress;
  /** The reply, as long as the interaction lives. */
  edit(reply: Reply): Promise<void>;
  remove(): Promise<void>;
  /** A second message that only the asker sees. Discord gets it once at the most. */
  whisper(text: string): Promise<void>;
  /** A message of its own, which mentions the asker and nobody else. It is there once, however often it is sent. */
  send(reply: Reply): Promise<void>;
}

const ORIGINAL = '@original';

export interface DiscordClients {
  client: Client<true>;
  /** For what must not be sent twice: tries once. */
  once: REST;
}

export function openReplyTarget(address: ReplyAddress, { client, once }: DiscordClients): ReplyTarget {
  const { application, token, user } = address;
  const webhook = new InteractionWebhook(client, application, token);
  return {
    address,
    edit: async reply => {
      await turn();
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

/** Not kept: it would be for ever. */
const dmOf = (user: string, client: Client<true>) => client.users.createDM(user, { cache: false });
