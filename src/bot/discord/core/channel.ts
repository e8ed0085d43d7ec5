import type { Client, SendableChannels } from 'discord.js';

/** A channel to write to; undefined if it takes no messages. It may be in a server that another shard hears of. */
export async function channelOf(client: Client<true>, id: string): Promise<SendableChannels | undefined> {
  const channel = await client.channels.fetch(id, { allowUnknownGuild: true });
  return channel?.isSendable() ? channel : undefined;
}
