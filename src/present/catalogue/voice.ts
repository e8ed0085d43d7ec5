import type { Refusal } from '../../base/result.ts';
import { type Filling, type Fillings, fill } from '../../base/text.ts';
import { REFUSALS, type RefusalKey } from '../../chess/refusals.ts';
import { LANGUAGES, type Language, type Tongue } from '../../chess/tongue.ts';
import { de } from './de.ts';
import { en, type Key } from './en.ts';
import { FIELDS, type Field, fieldsDe, fieldsEn } from './fields.ts';
import { refusalsDe } from './refusals-de.ts';

/** What Kibitz says, in the language of whoever asked, with numbers as they write them. */

const TEXTS: Record<Language, Record<Key, string>> = { en, de };
const REFUSED: Record<Language, Record<RefusalKey, string>> = { en: REFUSALS, de: refusalsDe };
const NAMES: Record<Language, Record<Field, string>> = { en: fieldsEn, de: fieldsDe };

export interface Voice extends Tongue {
  /** `voiceOf` of it is this voice. */
  readonly locale: string;
  say<K extends Key>(key: K, ...fillings: Fillings<(typeof en)[K]>): string;
  /** What is wrong with what somebody gave. It quotes them, and is not yet safe to be shown. */
  refuse(refusal: Refusal): string;
  /** A span of time, in words and rounded up: seconds, minutes or hours. */
  duration(ms: number): string;
}

const FALLBACK = 'en';
/** Discord knows some thirty. */
const MAX_VOICES = 100;
const voices = new Map<string, Voice>();

/** By a locale of Discord, such as `de` or `pt-BR`. Whoever speaks neither language gets English with their own numbers. */
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
  const gaps = {
    number: (value: number) => write(value, {}),
    isOne: (value: number) => plural.select(value) === 'one',
  };
  const percent = (share: number, digits = 0) => write(share, { ...fixed(digits), style: 'percent' });
  return {
    locale,
    language,
    say: (key, ...[fillings]) => fill(TEXTS[language][key], (fillings ?? {}) as Record<string, Filling>, gaps),
    refuse: ({ key, gaps: given }) =>
      fill(REFUSED[language][key as RefusalKey], { ...given, ...fieldIn(given, language) }, gaps),
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

/** As it is called in that language, where it is one that people see. */
function fieldIn({ field }: Refusal['gaps'], language: Language): { field?: string } {
  const known = FIELDS.find(one => one === field);
  return known ? { field: NAMES[language][known] } : {};
}

type Write = (value: number, options: Intl.NumberFormatOptions) => string;

/** A format is a hundred times as much work to make as to use. */
function writer(locale: string): Write {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value, options) => {
    const key = JSON.stringify(options);
    // Nobody writes a rating with a comma; what is longer than that has one.
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
