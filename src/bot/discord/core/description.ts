import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Bounds } from '../../../base/bounds.ts';
import type { CommandName } from '../../../present/catalogue/en.ts';
import { choiceWords, commandWords, type Localized, optionWords } from '../../../present/catalogue/localized.ts';

/** A command as Discord is told of it. */
export type CommandDescription = RESTPostAPIApplicationCommandsJSONBody;

/** In servers, in private, and wherever a user has installed Kibitz. */
export const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

export const described = (command: CommandName, ...options: APIApplicationCommandBasicOption[]) => ({
  ...commandWords(command),
  ...(options.length > 0 && { options }),
  ...EVERYWHERE,
});

export const wholeOption = (words: Localized, { min, max }: Bounds) => ({
  ...words,
  type: ApplicationCommandOptionType.Integer as const,
  min_value: min,
  max_value: max,
});

export const fractionOption = (words: Localized, bounds: Bounds) => ({
  ...wholeOption(words, bounds),
  type: ApplicationCommandOptionType.Number as const,
});

/** One of these values, each with its words. */
export const choiceOption = <const V extends string>(
  words: Localized,
  values: readonly V[],
  keyOf: (value: V) => Parameters<typeof choiceWords>[0],
) => ({
  ...words,
  type: ApplicationCommandOptionType.String as const,
  choices: values.map(value => ({ ...choiceWords(keyOf(value)), value })),
});

export const positionOption = (command: 'analyze' | 'investigate' | 'eval' | 'board') => ({
  ...optionWords<'eval'>(command as 'eval', 'position'),
  type: ApplicationCommandOptionType.String as const,
  required: true,
});
