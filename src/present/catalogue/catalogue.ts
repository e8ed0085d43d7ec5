import { type Filling, type Fillings, fill, type Translated, type Writing } from '../../base/text.ts';
import type { REFUSALS, RefusalKey } from '../../chess/refusals.ts';
import { ENGLISH, type Tongue } from '../../chess/words.ts';
import type { CommandTable, TextKey, Texts } from './en.ts';
import { type ReportKey, reportsEn } from './en-reports.ts';

/** What a catalogue of a language is, and how its words are said. */

/** All words of one language: one file, and its name in `voice.ts`. */
export interface Catalogue<R = Record<RefusalKey, string>, T = Entries> {
  readonly commands: CommandTable;
  /** In the menu of a message. */
  readonly messageMenu: string;
  /** What a message is called where the option of a command would stand. */
  readonly message: string;
  readonly refusals: Readonly<R>;
  readonly texts: Readonly<T>;
}

type Entries = { [K in TextKey]: Texts[K] extends string ? string : Texts[K] };

/** A text that is missing or too many, or has other gaps than the English one, does not compile. */
export const translation = <const R extends Record<RefusalKey, string>, const T extends Entries>(
  catalogue: Catalogue<R & Translated<typeof REFUSALS, R>, T & Translated<Texts, T>>,
): Catalogue<R, T> => catalogue;

/** What an entry asks for: its gaps, or what its function takes. */
export type Said<K extends TextKey> = [Texts[K]] extends [string]
  ? Fillings<Texts[K]>
  : [Texts[K]] extends [(...given: infer Given) => string]
    ? Given
    : never;

/** Says what is told of games and positions. */
export interface ReportVoice extends Tongue {
  say<K extends ReportKey>(key: K, ...said: Said<K>): string;
}

type Entry = string | ((...given: never[]) => string);

export function speaker(texts: Readonly<Record<string, Entry>>, writing: Writing) {
  return (key: string, ...given: readonly unknown[]): string => {
    const entry = texts[key] as Entry;
    return typeof entry === 'function'
      ? entry(...(given as never[]))
      : fill(entry, (given[0] ?? {}) as Record<string, Filling>, writing);
  };
}

/** As pages and terminals have it. */
export const ENGLISH_VOICE: ReportVoice = {
  ...ENGLISH,
  say: speaker(reportsEn, { number: ENGLISH.number, isOne: value => value === 1 }),
};

/** `a`, `a and b`, `a, b and c` */
export const listWords = (words: readonly string[], voice: ReportVoice): string =>
  words.length < 2
    ? words.join()
    : voice.say('list.last', { first: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
