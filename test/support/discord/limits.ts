import { type APIEmbed, ComponentType } from 'discord.js';
import { type Component, every } from './message.ts';
import type { Request, Upload } from './request.ts';
import type { Written } from './written.ts';

/** Discord's limits, those that its description does not say included. */

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const EMBED = { title: 256, description: 4096, fields: 25, name: 256, value: 1024, footer: 2048, author: 256 };
const EMBEDS = 10;
const EMBEDS_LETTERS = 6000;
const CONTENT = 2000;
/** https://discord.com/developers/docs/components/reference */
const ROWS = 5;
const BUTTONS_A_ROW = 5;
const LABEL = 80;
const CUSTOM_ID = 100;
const OPTIONS = 25;
const OPTION_TEXT = 100;
const PLACEHOLDER = 150;
const MODAL_TITLE = 45;
const MODAL_FIELDS = 5;
const ALT_TEXT = 1024;
const FILES = 10;
/** For everybody, without any boosts: https://discord.com/developers/docs/reference#uploading-files */
const FILE_BYTES = 10 * 1024 * 1024;
const SUGGESTIONS = 25;

type Check = [what: string, size: number | undefined, most: number];
const over = (checks: readonly Check[]): string[] =>
  checks.flatMap(([what, size = 0, most]) => (size > most ? [`${what}: ${size}, at most ${most}`] : []));

function embedComplaints(embeds: readonly APIEmbed[]): string[] {
  const letters = (embed: APIEmbed) =>
    [
      embed.title,
      embed.description,
      embed.footer?.text,
      embed.author?.name,
      ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
    ].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return over([
    ['embeds', embeds.length, EMBEDS],
    ['letters in all embeds', embeds.reduce((sum, embed) => sum + letters(embed), 0), EMBEDS_LETTERS],
    ...embeds.flatMap((embed): Check[] => [
      ['embed title', embed.title?.length, EMBED.title],
      ['embed description', embed.description?.length, EMBED.description],
      ['embed footer', embed.footer?.text.length, EMBED.footer],
      ['embed author', embed.author?.name.length, EMBED.author],
      ['embed fields', embed.fields?.length, EMBED.fields],
      ...(embed.fields ?? []).flatMap(({ name, value }): Check[] => [
        ['field name', name.length, EMBED.name],
        ['field value', value.length, EMBED.value],
      ]),
    ]),
  ]);
}

interface Menu extends Component {
  placeholder?: string;
  options?: { label: string; value: string; description?: string }[];
}

function componentComplaints(components: readonly Component[]): string[] {
  const all = [...every(components)] as Menu[];
  const rows = all.filter(({ type }) => type === ComponentType.ActionRow);
  const ids = all.flatMap(({ custom_id: id }) => (id === undefined ? [] : [id]));
  const menus = new Set<number>([
    ComponentType.StringSelect,
    ComponentType.UserSelect,
    ComponentType.RoleSelect,
    ComponentType.MentionableSelect,
    ComponentType.ChannelSelect,
  ]);
  return [
    ...over([
      ['rows', rows.length, ROWS],
      ...rows.flatMap(({ components: inside = [] }): Check[] => [
        ['buttons in a row', inside.length, inside.some(({ type }) => menus.has(type)) ? 1 : BUTTONS_A_ROW],
      ]),
      ...all.flatMap(({ type, label, custom_id: id, placeholder, options }): Check[] => [
        ['label', type === ComponentType.Button ? label?.length : 0, LABEL],
        ['custom id', id?.length, CUSTOM_ID],
        ['placeholder', placeholder?.length, PLACEHOLDER],
        ['options in a menu', options?.length, OPTIONS],
        ...(options ?? []).flatMap(({ label: text, value, description }): Check[] => [
          ['option', text.length, OPTION_TEXT],
          ['option value', value.length, OPTION_TEXT],
          ['option description', description?.length, OPTION_TEXT],
        ]),
      ]),
    ]),
    ...(new Set(ids).size < ids.length ? ['two components have the same custom id'] : []),
    ...all.flatMap(({ options = [] }) =>
      new Set(options.map(({ value }) => value)).size < options.length ? ['two options have the same value'] : [],
    ),
    ...rows.flatMap(({ components: inside = [] }) => (inside.length === 0 ? ['a row is empty'] : [])),
  ];
}

/** Every file is described, and every description of a new one has its file. */
function fileComplaints(files: readonly Upload[], { attachments }: Written): string[] {
  const fields = files.map(({ field }) => field);
  const odd = fields.filter(field => !/^files\[\d+\]$/.test(field));
  const lone = attachments
    ? fields.filter(field => !attachments.some(({ id }) => `files[${id}]` === field))
    : fields.filter(field => !odd.includes(field));
  // An id of a few digits counts files; anything longer is an attachment that is there already.
  const empty = (attachments ?? []).filter(({ id }) => id.length < 3 && !fields.includes(`files[${id}]`));
  return [
    ...odd.map(field => `"${field}" is not the name of a file part`),
    ...lone.map(field => `${field} is in no attachment`),
    ...empty.map(({ id }) => `attachment ${id} has no file`),
    ...over([
      ['files', files.length, FILES],
      ['bytes in all files', files.reduce((sum, { bytes }) => sum + bytes.length, 0), FILE_BYTES],
      ...(attachments ?? []).map(({ description }): Check => ['alt text', description?.length, ALT_TEXT]),
    ]),
  ];
}

interface Body extends Written {
  title?: string;
  choices?: unknown[];
  custom_id?: string;
  data?: Body;
}

export function limitComplaints({ body, files }: Request): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const { data, ...own } = body as Body;
  const written: Body = data ?? own;
  return [
    ...over([
      ['content', written.content?.length, CONTENT],
      ['suggestions', written.choices?.length, SUGGESTIONS],
      ['custom id', written.custom_id?.length, CUSTOM_ID],
      ['form title', written.title?.length, MODAL_TITLE],
      ['fields of a form', written.title === undefined ? 0 : written.components?.length, MODAL_FIELDS],
    ]),
    ...embedComplaints(written.embeds ?? []),
    ...componentComplaints(written.components ?? []),
    ...fileComplaints(files, written),
  ];
}
