import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APISelectMenuOption,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import { type CustomId, makeCustomId } from './custom-id.ts';

/** A reply as the commands make it, and as Discord wants it. */

export type ComponentRow = APIActionRowComponent<APIComponentInMessageActionRow>;

export interface Attachment {
  name: string;
  bytes: Buffer;
  /** For screen readers. */
  alt?: string;
}

export interface Reply {
  content?: string;
  embeds?: APIEmbed[];
  files?: Attachment[];
  rows?: ComponentRow[];
}

/** https://discord.com/developers/docs/resources/message#create-message */
export const MAX_CONTENT = 2000;

/** No name or text in a message of Kibitz mentions a user. */
export const NO_PINGS = { parse: [] };

/** Everything that a message can have is named, so that nothing of an earlier version stays behind. */
export const payloadOf = ({ content = '', embeds = [], files = [], rows = [] }: Reply) => ({
  content,
  embeds,
  components: rows,
  attachments: [],
  files: files.map(({ name, bytes, alt }) => ({
    name,
    attachment: bytes,
    ...(alt !== undefined && { description: alt }),
  })),
});

/** The same with a button to stop it. */
export const withCancel = (reply: Reply, conversation: string, label: string): Reply => ({
  ...reply,
  rows: [...(reply.rows ?? []), buttonRow({ label, id: { kind: 'cancel', conversation } })],
});

export interface PlainButton {
  label: string;
  id: CustomId;
  /** Shown, and cannot be pressed. */
  disabled?: boolean;
}

/** It opens a page; Kibitz gets no interaction. */
interface LinkButton {
  label: string;
  url: string;
}

/** https://discord.com/developers/docs/components/reference#action-row */
const MAX_BUTTONS = 5;

/** Up to five. */
export const buttonRow = (...buttons: (PlainButton | LinkButton)[]): ComponentRow => ({
  type: ComponentType.ActionRow,
  components: buttons.map(componentOf),
});

function componentOf(button: PlainButton | LinkButton): APIComponentInMessageActionRow {
  const { label } = button;
  if ('url' in button) return { type: ComponentType.Button, style: ButtonStyle.Link, label, url: button.url };
  const { id, disabled } = button;
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: makeCustomId(id),
    ...(disabled && { disabled }),
  };
}

/** The same with one more button, beside the others where there is room. */
export function withButton(reply: Reply, button: PlainButton | LinkButton): Reply {
  const own = buttonRow(button);
  const rows = reply.rows ?? [];
  const last = rows.at(-1);
  if (!last || !isRoomy(last)) return { ...reply, rows: [...rows, own] };
  const together = { ...last, components: [...last.components, ...own.components] };
  return { ...reply, rows: [...rows.slice(0, -1), together] };
}

const isRoomy = ({ components }: ComponentRow): boolean =>
  components.length < MAX_BUTTONS && components.every(({ type }) => type === ComponentType.Button);

/** https://discord.com/developers/docs/components/reference#string-select */
export const MAX_OPTIONS = 25;

export const menuRow = (id: CustomId, placeholder: string, options: APISelectMenuOption[]): ComponentRow => ({
  type: ComponentType.ActionRow,
  components: [{ type: ComponentType.StringSelect, custom_id: makeCustomId(id), placeholder, options }],
});
