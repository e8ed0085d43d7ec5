import { type InteractionReplyOptions, MessageFlags } from 'discord.js';
import { persist, problemOf } from './problems.ts';
import { payloadOf, type Reply } from './reply.ts';

interface Repliable {
  reply(options: InteractionReplyOptions): Promise<unknown>;
}

/** A try that was told as failed and got through after all is as good as any. */
export async function acknowledge(
  interaction: { deferred: boolean },
  defer: () => Promise<unknown>,
  pauses: readonly number[],
): Promise<void> {
  try {
    await persist(defer, pauses);
  } catch (error) {
    if (problemOf(error) !== 'acknowledged') throw error;
    interaction.deferred = true;
  }
}

/** An answer at once, for the one who asked. */
export async function replyEphemeral(
  interaction: Repliable,
  reply: Reply | string,
  pauses: readonly number[],
): Promise<void> {
  const said = typeof reply === 'string' ? { content: reply } : reply;
  const { content, components } = payloadOf(said);
  await persist(() => interaction.reply({ content, components, flags: MessageFlags.Ephemeral }), pauses);
}
