import { ComponentType } from 'discord.js';
import { expect } from 'vitest';
import { payloadOf, type Reply } from '../../../../src/bot/discord/core/reply.ts';
import { limitComplaints } from '../../../support/discord/limits.ts';
import type { Request } from '../../../support/discord/request.ts';

/** A reply as its reader sees it. */

export function expectToFit(reply: Reply): void {
  const { files, ...body } = payloadOf(reply);
  const request = {
    body: { ...body, attachments: files.map(({ description }, index) => ({ id: String(index), description })) },
    files: files.map(({ name, attachment }, index) => ({ field: `files[${index}]`, name, bytes: attachment })),
  };
  expect(limitComplaints(request as unknown as Request)).toEqual([]);
  for (const { alt = '' } of reply.files ?? []) expect(alt.length).toBeGreaterThan(20);
}

/** Pictures are compared as what they are: going through them number by number takes a second each. */
export function expectSame(one: Reply, other: Reply): void {
  const [words, same] = [one, other].map(reply => ({
    ...reply,
    files: reply.files?.map(({ name, alt }) => [name, alt]),
  }));
  expect(words).toEqual(same);
  for (const [index, { bytes }] of (one.files ?? []).entries())
    expect(bytes.equals(other.files?.[index]?.bytes ?? Buffer.of())).toBe(true);
}

export const textOf = ({ content, embeds = [] }: Reply): string =>
  [content, ...embeds.flatMap(({ title, description, footer }) => [title, description, footer?.text])]
    .filter(text => text !== undefined)
    .join('\n');

/** Words that no German sentence has; what people are called, moves and engines are the same everywhere. */
const ENGLISH =
  /\b(the|and|of|was|were|is|are|with|for|by|at|in the|moves?|games?|mistakes?|blunders?|accuracy|people|play(s|ed)?|best|looks|White|Black|but|after|they|which|mates?)\b/g;

/** What of a German reply is still English. */
export const englishIn = (text: string): string[] => text.match(ENGLISH) ?? [];

const componentsOf = ({ rows = [] }: Reply) => rows.flatMap(({ components }) => components);

export const buttonsOf = (reply: Reply) =>
  componentsOf(reply).flatMap(each =>
    each.type === ComponentType.Button && 'custom_id' in each ? [{ label: each.label ?? '', id: each.custom_id }] : [],
  );

export const menusOf = (reply: Reply) =>
  componentsOf(reply).flatMap(each => (each.type === ComponentType.StringSelect ? [each] : []));

export function menuOf(reply: Reply, name: string) {
  const menu = menusOf(reply).find(({ custom_id: id }) => id.endsWith(`:${name}`));
  if (!menu) throw new Error(`there is no menu ${name}`);
  return menu;
}

/** What a button leads to. */
export function stateBehind(reply: Reply, label: string): string {
  const button = buttonsOf(reply).find(each => each.label === label);
  if (!button) throw new Error(`there is no button ${label}`);
  return button.id.split(':').at(-1) ?? '';
}
