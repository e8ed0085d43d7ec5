/** Texts with gaps, numbers and lists in English, and text that strangers wrote. */

/** The names of the gaps of a text: `{name}` is filled in, `{name:one|many}` is the word that goes with that number. */
export type Gaps<T extends string> = T extends `${string}{${infer G}}${infer Rest}`
  ? (G extends `${infer Name}:${string}` ? Name : G) | Gaps<Rest>
  : never;

/** Numbers are formatted for the asker's language; text of strangers has to be made safe with `legible` before. */
export type Filling = string | number;

/** The arguments that fill a text: none if it has no gaps, else exactly the names of its gaps. */
export type Fillings<T extends string> = [Gaps<T>] extends [never] ? [] : [Readonly<Record<Gaps<T>, Filling>>];

type SameGaps<A extends string, B extends string> = [Gaps<A>, Gaps<B>] extends [Gaps<B>, Gaps<A>] ? true : false;

/** A translation has every text of the original and no other, each with the same gaps; a function stays a function. */
export type Translated<Original, T> = {
  readonly [K in keyof T]: K extends keyof Original
    ? Original[K] extends string
      ? T[K] extends string
        ? SameGaps<Original[K], T[K]> extends true
          ? T[K]
          : `The gaps have to be: ${Gaps<Original[K]>}`
        : string
      : Original[K]
    : never;
};

const GAP = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

export interface Writing {
  number: (value: number) => string;
  isOne: (value: number) => boolean;
}

export function fill(text: string, fillings: Readonly<Record<string, Filling>>, { number, isOne }: Writing): string {
  return text.replace(GAP, (gap, name: string, one?: string, many?: string) => {
    const value = fillings[name];
    if (value === undefined) throw new Error(`nothing to put into ${gap} of "${text}"`);
    if (one !== undefined && many !== undefined) return isOne(Number(value)) ? one : many;
    return typeof value === 'number' ? number(value) : value;
  });
}

export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

/** `62 %`. Only exactly 0 is shown as 0 %, and only exactly 1 as 100 %. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  if (share < 1 && share >= 0.995) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** `1st`, `2nd`, `23rd` */
export const ordinal = (place: number): string => `${place}${ENDINGS[ordinals.select(place)]}`;

/** `a`, `a and b`, `a, b and c` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** With a capital, as at the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Longer than any name; text is bounded because measuring it takes time. */
const MAX_LENGTH = 300;
/** How many combining marks a letter may have: enough for every script, too few to reach other lines. */
const MAX_MARKS = 3;

// Line breaks and tabs become spaces below; of the invisible characters only those stay that join letters and emoji.
const INVISIBLE = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
const MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** Text of a stranger as one line, without characters that could reverse, hide or cover the text beside it. */
export const clean = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(MARKS, '$1')
    .trim();

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to at most so many visible characters; a text that was cut ends with an ellipsis. */
export function cut(text: string, longest: number): string {
  // Counting is slow, and there are never more characters than code units.
  if (text.length <= longest) return text;
  let [count, end] = [0, 0];
  // Only as many characters are split off as are shown.
  for (const { index } of graphemes.segment(text)) {
    count++;
    if (count === longest) end = index;
    if (count > longest) return `${text.slice(0, end).trimEnd()}…`;
  }
  return text;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Isolates a name that is written from right to left, so that numbers behind it stay in their place. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const MAX_SHOWN = 40;

/** Text of a stranger, short enough to be quoted in a sentence. */
export const legible = (text: string): string => cut(clean(text), MAX_SHOWN);
