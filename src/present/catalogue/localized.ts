import type { Gaps } from '../../base/text.ts';
import { commandsDe, messageMenuDe } from './commands-de.ts';
import {
  type CommandName,
  type CommandWords,
  commandsEn,
  messageMenuEn,
  type OptionName,
  type Words,
} from './commands-en.ts';
import { de } from './de.ts';
import { en, type Key } from './en.ts';

/** What Discord is told about a command: English, and German for those who have it. */

/** https://discord.com/developers/docs/interactions/application-commands#localization */
interface LocalizedName {
  name: string;
  name_localizations: { de: string };
}

interface Localized extends LocalizedName {
  description: string;
  description_localizations: { de: string };
}

const localized = (english: Words, german: Words): Localized => ({
  name: english.name,
  name_localizations: { de: german.name },
  description: english.description,
  description_localizations: { de: german.description },
});

export const commandWords = (command: CommandName): Localized => localized(commandsEn[command], commandsDe[command]);

export function optionWords<C extends CommandName>(command: C, option: OptionName<C>): Localized {
  const [english, german]: CommandWords[] = [commandsEn[command], commandsDe[command]];
  return localized(english?.options[option] as Words, german?.options[option] as Words);
}

/** The texts without gaps: whatever is chosen from a list has one. */
type Plain = { [K in Key]: [Gaps<(typeof en)[K]>] extends [never] ? K : never }[Key];

/** A choice of an option. */
export const choiceWords = (key: Plain): LocalizedName => ({ name: en[key], name_localizations: { de: de[key] } });

export const messageMenuWords: LocalizedName = { name: messageMenuEn, name_localizations: { de: messageMenuDe } };
