import type { Gaps } from '../../base/text.ts';
import type { Catalogue } from './catalogue.ts';
import { type CommandName, type CommandWords, en, type Key, type OptionName, type Texts, type Words } from './en.ts';
import { CATALOGUES, type Language } from './voice.ts';

/** What Discord is told about a command: English, and its translations. */

type Translations = Record<Exclude<Language, 'en'>, string>;

const { en: _, ...OTHERS } = CATALOGUES;

/** From each catalogue but the English one. */
const translations = (of: (catalogue: Catalogue) => string): Translations =>
  Object.fromEntries(Object.entries(OTHERS).map(([language, catalogue]) => [language, of(catalogue)])) as Translations;

/** https://discord.com/developers/docs/interactions/application-commands#localization */
interface LocalizedName {
  name: string;
  name_localizations: Translations;
}

interface Localized extends LocalizedName {
  description: string;
  description_localizations: Translations;
}

const localizedName = (of: (catalogue: Catalogue) => string): LocalizedName => ({
  name: of(en),
  name_localizations: translations(of),
});

const localized = (of: (catalogue: Catalogue) => Words): Localized => ({
  ...localizedName(catalogue => of(catalogue).name),
  description: of(en).description,
  description_localizations: translations(catalogue => of(catalogue).description),
});

export const commandWords = (command: CommandName): Localized => localized(({ commands }) => commands[command]);

export const optionWords = <C extends CommandName>(command: C, option: OptionName<C>): Localized =>
  localized(({ commands }) => (commands[command] as CommandWords).options[option] as Words);

/** The texts without gaps, as choices of an option have them. */
type Plain = { [K in Key]: Texts[K] extends string ? ([Gaps<Texts[K]>] extends [never] ? K : never) : never }[Key];

/** A choice of an option. */
export const choiceWords = (key: Plain): LocalizedName => localizedName(({ texts }) => texts[key] as string);

export const messageMenuWords: LocalizedName = localizedName(({ messageMenu }) => messageMenu);
