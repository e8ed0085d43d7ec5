import type { APIAllowedMentions, APIEmbed } from 'discord.js';
import type { CommandHost } from './command-line.ts';
import type { Attached, Component, Message, Version } from './message.ts';
import type { Upload } from './request.ts';

type Host = Pick<CommandHost, 'attach'> & { now(): number };

/** What a body says about a message. What it leaves out stays as it was. */
export interface Written {
  content?: string | null;
  embeds?: APIEmbed[] | null;
  components?: Component[] | null;
  attachments?: { id: string; filename?: string; description?: string }[] | null;
  allowed_mentions?: APIAllowedMentions;
  flags?: number;
}

export const says = (body: object | undefined, files: readonly Upload[]): boolean => {
  const { content, embeds, components } = (body ?? {}) as Written;
  return Boolean(content || embeds?.length || components?.length || files.length > 0);
};

export function versionOf(discord: Host, message: Message, body: Written, files: readonly Upload[]): Version {
  const before = message.latest;
  return {
    at: discord.now(),
    content: body.content === undefined ? before.content : (body.content ?? ''),
    embeds: body.embeds === undefined ? before.embeds : (body.embeds ?? []),
    components: body.components === undefined ? before.components : (body.components ?? []),
    attachments: attachmentsOf(discord, message, body, files),
  };
}

/**
 * https://discord.com/developers/docs/reference#editing-message-attachments: those listed stay, or come with a file.
 */
function attachmentsOf(discord: Host, message: Message, body: Written, files: readonly Upload[]): Attached[] {
  const before = message.latest.attachments;
  const listed = body.attachments === undefined ? before.map(({ id }) => ({ id })) : (body.attachments ?? []);
  const kept = before.filter(({ id }) => listed.some(one => one.id === id));
  const uploaded = files.map(({ field, name, contentType, bytes }) => {
    const index = /\d+/.exec(field)?.[0];
    const described = body.attachments?.find(({ id }) => id === index);
    const file = discord.attach(message.channelId, { name, bytes, contentType });
    const { description } = described ?? {};
    return { ...file, bytes, ...(description !== undefined && { description }) };
  });
  return [...kept, ...uploaded];
}
