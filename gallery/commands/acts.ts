import { cut } from '../../src/base/text.ts';
import type { Asked } from '../../test/support/discord/asked.ts';
import type { Given } from '../../test/support/discord/command-line.ts';
import type { Discord } from '../../test/support/discord/discord.ts';
import { isDone } from '../../test/support/discord/done.ts';
import type { Message } from '../../test/support/discord/message.ts';
import type { User } from '../../test/support/discord/user.ts';
import { until } from '../../test/support/processes.ts';

/** What somebody does, and the message that came of it. */

export interface Act {
  /** As Markdown. */
  did: string;
  /** As it is now; it may change with the next thing that somebody does. */
  message: Message;
}

/** On a busy machine, with a deep question. */
const PATIENCE_MS = 20 * 60_000;
/** Nobody reads a whole game in a command. */
const LONGEST = 60;

const nameOf = ({ account }: User): string => `**${account.username}**`;
const done = (asked: Asked): Promise<Message> => asked.replyThat(isDone, 'it is done', PATIENCE_MS);

export async function types(user: User, command: string, given: Given = {}): Promise<Act> {
  return { did: typing(user, command, given), message: await done(user.types(command, given)) };
}

function typing(user: User, command: string, given: Given): string {
  const words = Object.entries(given).map(
    ([option, value]) => ` ${option}: ${typeof value === 'object' ? value.name : cut(String(value), LONGEST)}`,
  );
  return `${nameOf(user)} types \`${command}${words.join('')}\``;
}

/** Says something, and Kibitz answers although nobody has asked it. */
export async function says(discord: Discord, user: User, text: string): Promise<Act> {
  user.says(text);
  return { did: `${nameOf(user)} says \`${text}\``, message: await unasked(discord, () => true) };
}

/** The newest message that is nobody's answer, once it is as wanted. */
export async function unasked(discord: Discord, isWanted: (message: Message) => boolean): Promise<Message> {
  const find = () =>
    [...discord.messages.values()].findLast(
      one => one.author.id === discord.bot.id && !one.asked && !one.thinking && isWanted(one),
    );
  await until(() => find() !== undefined, 'there is a message', PATIENCE_MS);
  return find() as Message;
}

/** From the menu of what somebody else says. */
export const uses = async (user: User, name: string, other: User, text: string): Promise<Act> => ({
  did: `${nameOf(other)} says \`${text}\`\n\n${nameOf(user)} opens the menu of this message and picks *Apps → ${name}*`,
  message: await done(user.uses(name, other.says(text))),
});

/** What Kibitz has against it, which only whoever asked is told. */
export async function isRefused(user: User, command: string, given: Given = {}): Promise<Act> {
  const message = await user.types(command, given).followUp(PATIENCE_MS);
  return { did: typing(user, command, given), message };
}

const pressing = (user: User, label: string): string => `${nameOf(user)} presses <kbd>${label}</kbd>`;

/** Something else is shown in the same message. */
export async function presses(user: User, message: Message, label: string): Promise<Act> {
  await changed(message, () => user.presses(message, label));
  return { did: pressing(user, label), message };
}

/** A message of its own is the answer. */
export const asks = async (user: User, message: Message, label: string): Promise<Act> => ({
  did: pressing(user, label),
  message: await done(user.presses(message, label)),
});

type Option = Message['menus'][number]['options'][number];

/** The first option that is wanted, from the last menu that has one. */
export async function picks(user: User, message: Message, isWanted: (option: Option) => boolean): Promise<Act> {
  const option = message.menus.toReversed().flatMap(({ options }) => options.filter(isWanted))[0];
  if (!option) throw new Error(`nothing of this can be picked: ${message.text}`);
  await changed(message, () => user.picks(message, option.label));
  return { did: `${nameOf(user)} picks *${option.label}*`, message };
}

/** Fills in the only field of a form. */
export async function writes(user: User, message: Message, button: string, text: string): Promise<Act> {
  const asked = user.presses(message, button);
  const field = (await asked.shownModal(PATIENCE_MS)).components[0] as { label?: string } | undefined;
  const submitted = await user.submits(asked, { [field?.label ?? '']: text });
  await changed(message, () => submitted);
  return { did: `${pressing(user, button)} and writes \`${text}\``, message };
}

async function changed(message: Message, act: () => unknown): Promise<void> {
  const before = message.versions.length;
  act();
  await message.until(() => message.versions.length > before || undefined, 'it has changed', PATIENCE_MS);
}
