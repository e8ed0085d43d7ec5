import { DISCORD_MATCH, MATCH_DEFAULTS, PARAMETERS } from '../../../analysis/match/params.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { SlashCommand } from '../core/context.ts';
import { described, fractionOption, wholeOption } from '../core/description.ts';
import { matchHandler } from './handler.ts';

export const matchCommand: SlashCommand = {
  description: described(
    'match',
    wholeOption(optionWords('match', 'games'), DISCORD_MATCH.games),
    wholeOption(optionWords('match', 'elo'), DISCORD_MATCH.elo),
    wholeOption(optionWords('match', 'rating'), PARAMETERS.rating),
    fractionOption(optionWords('match', 'temperature'), DISCORD_MATCH.temperature),
  ),
  run({ options }, session) {
    return session.report(matchHandler, {
      games: options.getInteger('games') ?? MATCH_DEFAULTS.games,
      elo: options.getInteger('elo') ?? MATCH_DEFAULTS.elo,
      rating: options.getInteger('rating') ?? MATCH_DEFAULTS.rating,
      temperature: options.getNumber('temperature') ?? MATCH_DEFAULTS.temperature,
    });
  },
};
