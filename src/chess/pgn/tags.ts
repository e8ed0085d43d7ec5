import { defaultHeaders, makeOutcome, parseOutcome } from 'chessops/pgn';

/** The tag pairs of a PGN: `[White "Carlsen, Magnus"]`. */

export interface TagPair {
  name: string;
  value: string;
  /** The index after it in the text. */
  end: number;
}

// No backslash before the quote: the values of earlier tags end at it, however many tags begin and never end.
const OPENING = /\[\s*([^\s"%[\]{}();][^"[\]{}();\r\n]*)(?<!\\)"/y;
const VALUE = /((?:[^"\\]|\\.)*)"\s*\]/sy;

/** Reads tag pairs at given places of one text, from its start to its end. */
export function tagReader(text: string): (at: number) => TagPair | undefined {
  // What lies ahead is looked for once, however many brackets stand before it.
  let closing = -1;
  let lineEnd = -1;
  const ahead = (known: number, from: number, wanted: string): number => {
    if (known >= from) return known;
    const index = text.indexOf(wanted, from);
    return index === -1 ? text.length : index;
  };
  return at => {
    OPENING.lastIndex = at;
    const name = OPENING.exec(text)?.[1];
    if (name === undefined) return undefined;
    const from = OPENING.lastIndex;
    VALUE.lastIndex = from;
    const value = VALUE.exec(text)?.[1];
    if (value !== undefined) return { name: tagName(name), value: oneLine(unescaped(value)), end: VALUE.lastIndex };
    // A value with an unescaped quote or backslash goes on to the end of the tag.
    closing = ahead(closing, from, '"]');
    lineEnd = ahead(lineEnd, from, '\n');
    if (closing >= lineEnd) return undefined;
    return { name: tagName(name), value: oneLine(text.slice(from, closing)), end: closing + 2 };
  };
}

const unescaped = (value: string): string =>
  value.includes('\\') ? value.replace(/\\(["\\])/g, (_, sign: string) => sign) : value;
const escaped = (value: string): string => value.replace(/[\\"]/g, sign => `\\${sign}`);

const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ');

/** Names have no accents or blanks; programs that meet one stop reading the tags there. */
const tagName = (name: string): string =>
  name
    .trim()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_+#=:-]/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '');

/** Results that people write, and how the standard does. */
const RESULTS: Readonly<Record<string, string>> = { '½-½': '1/2-1/2', '½': '1/2-1/2', '1/2': '1/2-1/2' };

/** `1-0`, `0-1`, `1/2-1/2`, or `*` for anything else. */
export const resultOf = (text = ''): string => makeOutcome(parseOutcome(RESULTS[text] ?? text));

export function setTag(headers: Map<string, string>, { name, value }: Pick<TagPair, 'name' | 'value'>): void {
  if (name !== '') headers.set(name, name === 'Result' ? resultOf(value) : value);
}

/** The seven that every PGN has, in the order of the standard, then the others in their own. */
export function makeTags(headers: ReadonlyMap<string, string>): string {
  const tags = defaultHeaders();
  for (const [name, value] of headers) setTag(tags, { name: tagName(name), value: oneLine(value) });
  return Array.from(tags, ([name, value]) => `[${name} "${escaped(value)}"]\n`).join('');
}
