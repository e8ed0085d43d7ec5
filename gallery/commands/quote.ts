import { type APIEmbed, ComponentType } from 'discord.js';
import type { Discord } from '../../test/support/discord/discord.ts';
import type { Attached, Component, Message } from '../../test/support/discord/message.ts';
import { wrap } from '../../tools/wrap.ts';
import { escapeHtml } from '../page.ts';

/** A message as a quotation in Markdown: what somebody did, and what Kibitz said to it. */

interface Quoted {
  /** As Markdown. */
  did: string;
  message: Message;
  /** Where its picture lies, as the page names it. */
  picture: string;
}

export function quote(discord: Discord, { did, message, picture }: Quoted): string {
  const { attachments, embeds, content } = message;
  const inEmbeds = (file: Attached) => embeds.some(({ image }) => image?.url === `attachment://${file.filename}`);
  const shown = (file: Attached) => `<img src="${picture}" width="${WIDTH}" alt="${altOf(file)}">`;
  const imageOf = ({ image }: APIEmbed) =>
    attachments.filter(({ filename }) => image?.url === `attachment://${filename}`).map(shown);
  const parts = [
    did,
    `**Kibitz**${message.ephemeral ? ' · *only you can see this*' : ''}`,
    content,
    ...attachments.filter(file => isPicture(file) && !inEmbeds(file)).map(shown),
    ...attachments.filter(file => !isPicture(file)).map(({ filename }) => `📎 \`${filename}\``),
    ...embeds.flatMap(embed => [...wordsOf(embed), ...imageOf(embed), ...footOf(embed)]),
    ...message.components.map(keysOf),
  ];
  const text = parts.filter(part => part !== '').map(part => marked(part, discord));
  return text
    .join('\n\n')
    .split('\n')
    .map(line => (line === '' ? '>' : wrap(`> ${line}`, '> ')))
    .join('\n');
}

export const isPicture = ({ content_type: type }: Attached): boolean => type?.startsWith('image/') ?? false;

/** About what a phone has; every screen shows more of it to whoever looks closer. */
const WIDTH = 420;

const altOf = ({ description = '' }: Attached): string => escapeHtml(description);

const wordsOf = ({ title, description, fields = [] }: APIEmbed): string[] => [
  title ? `**${title}**` : '',
  description ?? '',
  ...fields.map(({ name, value }) => `**${name}**\n${value}`),
];

const footOf = ({ footer }: APIEmbed): string[] => (footer ? [small(footer.text)] : []);

const small = (text: string): string => `<sub>${text.replaceAll('\n', '<br>')}</sub>`;

/** Discord breaks every line, Markdown only where it is told to; and a mention is nothing without its Discord. */
const marked = (text: string, discord: Discord): string =>
  text
    .replace(/<@(\d+)>/g, (_, id: string) => `@${discord.accountOf(id)?.username ?? 'somebody'}`)
    .replace(/<#\d+>/g, '#chess')
    .replace(/^-# (.*)$/gm, (_, line: string) => small(line))
    .replace(/(?<!\n)\n(?!\n)/g, '\\\n');

/** A row of buttons, or a menu. */
const keysOf = ({ components = [] }: Component): string =>
  components
    .map(one => {
      if (one.type === ComponentType.StringSelect) return `<kbd>${chosenIn(one as Menu)} ▾</kbd>`;
      return one.disabled ? `<kbd><del>${one.label}</del></kbd>` : `<kbd>${one.label}</kbd>`;
    })
    .join(' ');

interface Menu extends Component {
  placeholder?: string;
  options: { label: string; default?: boolean }[];
}

/** What a menu shows while it is closed. */
const chosenIn = ({ options, placeholder }: Menu): string =>
  options.find(option => option.default)?.label ?? placeholder ?? '';
