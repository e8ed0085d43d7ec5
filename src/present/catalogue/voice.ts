import type { Refusal } from '../../base/result.ts';
import { fill } from '../../base/text.ts';
import type { RefusalKey } from '../../chess/refusals.ts';
import { type Catalogue, type ReportVoice, type Said, speaker } from './catalogue.ts';
import { de } from './de.ts';
import { en, type TextKey } from './en.ts';

/** What Kibitz says, in the language of the user who asked, with numbers as they write them. */

/** Another language is one more file, and its name here. */
const ALL = { en, de };
export type Language = keyof typeof ALL;
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = ALL;
const LANGUAGES = Object.keys(ALL) as Language[];

export interface Voice extends ReportVoice {
  readonly language: Language;
  /** `voiceOf` of it is this voice. */
  readonly locale: string;
  say<K extends TextKey>(key: K, ...said: Said<K>): string;
  /** What is wrong with what a user gave. It quotes them, and is not yet safe to be shown. */
  refuse(refusal: Refusal): string;
  /** A span of time, in words and rounded up: seconds, minutes or hours. */
  duration(ms: number): string;
}

const FALLBACK = 'en';
/** Discord knows some thirty. */
const MAX_VOICES = 100;
const voices = new Map<string, Voice>();

/** By a locale of Discord, such as `de` or `pt-BR`. A locale of another language gets English with its own numbers. */
export function voiceOf(locale: string): Voice {
  const known = voices.get(locale);
  if (known) return known;
  const voice = makeVoice(isLocale(locale) ? locale : FALLBACK);
  if (voices.size < MAX_VOICES) voices.set(locale, voice);
  return voice;
}

function isLocale(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length > 0;
  } catch {
    // A RangeError: no locale at all.
    return false;
  }
}

function makeVoice(locale: string): Voice {
  const spoken = new Intl.Locale(locale).language;
  const language = LANGUAGES.find(one => one === spoken) ?? FALLBACK;
  // Words come in the language of the text around them, in its local way where there is one.
  const words = spoken === language ? locale : language;
  const plural = new Intl.PluralRules(language);
  const list = new Intl.ListFormat(words, { type: 'conjunction' });
  const write = writer(locale);
  const { texts, refusals } = CATALOGUES[language];
  const writing = {
    number: (value: number) => write(value, {}),
    isOne: (value: number) => plural.select(value) === 'one',
  };
  const percent = (share: number, digits = 0) => write(share, { ...fixed(digits), style: 'percent' });
  return {
    locale,
    language,
    words: texts,
    say: speaker(texts, writing),
    refuse: ({ key, gaps }) => fill(refusals[key as RefusalKey], { ...gaps, ...fieldIn(gaps, language) }, writing),
    number: (value, digits = 0) => write(value, fixed(digits)),
    signed: (value, digits = 2) => write(value, { ...fixed(digits), signDisplay: 'exceptZero' }),
    percent,
    share: share => {
      if (share > 0 && share < 0.005) return `< ${percent(0.01)}`;
      return share < 1 && share >= 0.995 ? `> ${percent(0.99)}` : percent(share);
    },
    duration: durations(writer(words)),
    list: items => list.format(items),
  };
}

/** What users fill in, by the name under which they see it. */
export const fieldsIn = ({
  commands: {
    eval: { options },
    review,
  },
  message,
}: Catalogue) => ({
  position: options.position.name,
  game: review.options.game.name,
  file: review.options.file.name,
  message,
});

export type Field = keyof ReturnType<typeof fieldsIn>;

/** The name of a field in a language, where users see it. */
function fieldIn({ field }: Refusal['gaps'], language: Language): { field?: string } {
  const name = Object.entries(fieldsIn(CATALOGUES[language])).find(([one]) => one === field)?.[1];
  return name === undefined ? {} : { field: name };
}

type Write = (value: number, options: Intl.NumberFormatOptions) => string;

/** A format is a hundred times as much work to make as to use. */
function writer(locale: string): Write {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value, options) => {
    const key = JSON.stringify(options);
    // A rating is written without a comma; a longer number has one.
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, { useGrouping: 'min2', ...options });
    formats.set(key, format);
    return format.format(value);
  };
}

const fixed = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

const MOST_SECONDS = 90;
const MOST_MINUTES = 120;

function durations(write: Write): (ms: number) => string {
  const unit = (value: number, name: string) => write(value, { style: 'unit', unit: name, unitDisplay: 'long' });
  return ms => {
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    if (seconds <= MOST_SECONDS) return unit(seconds, 'second');
    const minutes = Math.ceil(seconds / 60);
    return minutes <= MOST_MINUTES ? unit(minutes, 'minute') : unit(Math.ceil(minutes / 60), 'hour');
  };
}
