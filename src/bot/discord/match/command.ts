import { MATCH_DEFAULTS } from '../../../analysis/match/params.ts';
import { RATING } from '../../../chess/rating.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { SlashCommand } from '../core/context.ts';
import { described, fractionOption, wholeOption } from '../core/description.ts';
import { MATCH_BOUNDS, matchHandler } from './handler.ts';

export const matchCommand: SlashCommand = {
  description: described(
    'match',
    wholeOption(optionWords('match', 'games'), MATCH_BOUNDS.games),
    wholeOption(optionWords('match', 'elo'), MATCH_BOUNDS.elo),
    wholeOption(optionWords('match', 'rating'), RATING),
    fractionOption(optionWords('match', 'temperature'), MATCH_BOUNDS.temperature),
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
