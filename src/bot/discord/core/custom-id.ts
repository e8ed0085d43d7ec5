/** The custom id of a button or menu says what it does, in at most a hundred characters. */

/** What each kind carries, in this order. */
const FIELDS = {
  /** Stop what is running. */
  cancel: ['conversation'],
  /** Show a stored report in another state; its first one is called `first`. */
  view: ['report', 'state'],
  /** The same from a menu: the state is what is picked, and `menu` tells menus of one message apart. */
  pick: ['report', 'menu'],
  /** Post a copy of a report in a state that only one user sees. */
  share: ['report', 'state'],
  /** Hand out the page of a report as a file. */
  page: ['report'],
  /** Ask a new question that begins at a stored report. */
  run: ['report', 'handler', 'wish'],
  /** The same from a menu, named as above: the wish is what is picked. */
  rerun: ['report', 'handler', 'menu'],
  /** Ask the question of a report once more. */
  again: ['report'],
  /** Ask about a game of Lichess, seen from a side. */
  about: ['handler', 'game'],
  /** A game against Maia: what to do in it, and its version when the button was made. */
  play: ['game', 'turn', 'action'],
  /** Follow no longer what is picked from the menu. */
  unwatch: [],
} as const satisfies Record<string, readonly string[]>;

type Kind = keyof typeof FIELDS;
export type CustomId = { [K in Kind]: { kind: K } & Record<(typeof FIELDS)[K][number], string> }[Kind];

export type CustomIdOf<K extends Kind> = Extract<CustomId, { kind: K }>;

/** https://discord.com/developers/docs/components/reference */
const MAX_LENGTH = 100;
/** To be changed together with the meaning of the fields: messages outlive versions of Kibitz. */
const PREFIX = 'k1';
const SEPARATOR = ':';
const VALUE = /^[\w-]+$/;

const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(FIELDS, text);

export function makeCustomId(id: CustomId): string {
  const given: Readonly<Record<string, string>> = id;
  const values = FIELDS[id.kind].map(field => given[field] ?? '');
  const text = [PREFIX, id.kind, ...values].join(SEPARATOR);
  if (!values.every(value => VALUE.test(value)) || text.length > MAX_LENGTH)
    throw new RangeError(`not to be written in a custom id: ${text}`);
  return text;
}

/** Undefined for everything that `makeCustomId` has not written. */
export function parseCustomId(text: string): CustomId | undefined {
  const [prefix, kind, ...values] = text.split(SEPARATOR);
  if (text.length > MAX_LENGTH || prefix !== PREFIX || !isKind(kind)) return undefined;
  const fields = FIELDS[kind];
  if (values.length !== fields.length || !values.every(value => VALUE.test(value))) return undefined;
  return { kind, ...Object.fromEntries(fields.map((field, index) => [field, values[index]])) } as CustomId;
}
