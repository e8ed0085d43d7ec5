import { type InteractionReplyOptions, MessageFlags } from 'discord.js';
import { persist } from './problems.ts';
import { payloadOf, type Reply } from './reply.ts';

interface Repliable {
  reply(options: InteractionReplyOptions): Promise<unknown>;
}

/** An answer at once, for the one who asked. */
export async function tell(interaction: Repliable, reply: Reply | string, pauses: readonly number[]): Promise<void> {
  const said = typeof reply === 'string' ? { content: reply } : reply;
  const { content, components } = payloadOf(said);
  await persist(() => interaction.reply({ content, components, flags: MessageFlags.Ephemeral }), pauses);
}
