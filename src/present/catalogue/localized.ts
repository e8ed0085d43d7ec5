import type { Gaps } from '../../base/text.ts';
import type { CommandName, CommandWords, OptionName, TextKey, Texts, Words } from './en.ts';
import { CATALOGUES, type Language } from './voice.ts';

/** What Discord is told about a command: English, and its translations. */

type Translations = Record<Exclude<Language, 'en'>, string>;

const { en: _, ...others } = CATALOGUES;

/** In each language but English. */
const translations = (of: (language: Language) => string): Translations =>
  Object.fromEntries((Object.keys(others) as Language[]).map(language => [language, of(language)])) as Translations;

/** https://discord.com/developers/docs/interactions/application-commands#localization */
interface LocalizedName {
  name: string;
  name_localizations: Translations;
}

export interface Localized extends LocalizedName {
  description: string;
  description_localizations: Translations;
}

export const localizedName = (of: (language: Language) => string): LocalizedName => ({
  name: of('en'),
  name_localizations: translations(of),
});

const localized = (of: (language: Language) => Words): Localized => ({
  ...localizedName(language => of(language).name),
  description: of('en').description,
  description_localizations: translations(language => of(language).description),
});

export const commandWords = (command: CommandName): Localized =>
  localized(language => CATALOGUES[language].commands[command]);

export const optionWords = <C extends CommandName>(command: C, option: OptionName<C>): Localized =>
  localized(language => (CATALOGUES[language].commands[command] as CommandWords).options[option] as Words);

/** The texts without gaps, as choices of an option have them. */
type Plain = {
  [K in TextKey]: Texts[K] extends string ? ([Gaps<Texts[K]>] extends [never] ? K : never) : never;
}[TextKey];

/** A choice of an option. */
export const choiceWords = (key: Plain): LocalizedName =>
  localizedName(language => CATALOGUES[language].texts[key] as string);

export const messageMenuWords: LocalizedName = localizedName(language => CATALOGUES[language].messageMenu);
