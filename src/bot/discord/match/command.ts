import { ApplicationCommandOptionType } from 'discord.js';
import { MATCH_DEFAULTS } from '../../../analysis/match/params.ts';
import { RATING } from '../../../chess/rating.ts';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { MATCH_BOUNDS, matchHandler } from './handler.ts';

const { games, elo, temperature } = MATCH_BOUNDS;

export const matchCommand: SlashCommand = {
  description: {
    ...commandWords('match'),
    options: [
      {
        ...optionWords('match', 'games'),
        type: ApplicationCommandOptionType.Integer,
        min_value: games.min,
        max_value: games.max,
      },
      {
        ...optionWords('match', 'elo'),
        type: ApplicationCommandOptionType.Integer,
        min_value: elo.min,
        max_value: elo.max,
      },
      {
        ...optionWords('match', 'rating'),
        type: ApplicationCommandOptionType.Integer,
        min_value: RATING.min,
        max_value: RATING.max,
      },
      {
        ...optionWords('match', 'temperature'),
        type: ApplicationCommandOptionType.Number,
        min_value: temperature.min,
        max_value: temperature.max,
      },
    ],
    ...EVERYWHERE,
  },
  run({ options }, session) {
    return session.report(matchHandler, {
      games: options.getInteger('games') ?? MATCH_DEFAULTS.games,
      elo: options.getInteger('elo') ?? MATCH_DEFAULTS.elo,
      rating: options.getInteger('rating') ?? MATCH_DEFAULTS.rating,
      temperature: options.getNumber('temperature') ?? MATCH_DEFAULTS.temperature,
    });
  },
};
