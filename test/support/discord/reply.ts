import { ComponentType } from 'discord.js';
import type { Attachment, Reply } from '../../../src/bot/discord/core/reply.ts';
import { limitComplaints } from './limits.ts';

/** A reply as it would be sent, looked at without sending it. */

/** What Discord would refuse. */
export function complaintsAbout({ content = '', embeds = [], rows = [], files = [] }: Reply): string[] {
  const attachments = files.map(({ name, alt }, index) => ({ id: String(index), filename: name, description: alt }));
  return limitComplaints({
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    kind: 'multipart',
    body: { content, embeds, components: rows, attachments },
    files: files.map(({ name, bytes }, index) => ({ field: `files[${index}]`, name, contentType: '', bytes })),
    at: 0,
  });
}

interface ShownButton {
  label: string;
  id: string;
  disabled: boolean;
}

export const buttonsOf = ({ rows = [] }: Reply): ShownButton[] =>
  rows
    .flatMap(({ components }) => components)
    .flatMap(one =>
      one.type === ComponentType.Button && 'custom_id' in one
        ? [{ label: one.label ?? '', id: one.custom_id, disabled: one.disabled ?? false }]
        : [],
    );

/** All its words, those of pictures excepted. */
export const textOf = ({ content = '', embeds = [] }: Reply): string =>
  [
    content,
    ...embeds.flatMap(({ title, description, fields = [], footer }) => [
      title,
      description,
      ...fields.flatMap(({ name, value }) => [name, value]),
      footer?.text,
    ]),
  ]
    .filter(Boolean)
    .join('\n');

export function fileOf({ files = [] }: Reply, ending: string): Attachment {
  const file = files.find(({ name }) => name.endsWith(ending));
  if (!file) throw new Error(`there is no ${ending}, only ${files.map(({ name }) => name).join(', ') || 'nothing'}`);
  return file;
}
