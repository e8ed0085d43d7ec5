import { ApplicationCommandOptionType } from 'discord.js';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { voiceOf } from '../../../present/catalogue/voice.ts';
import { DEPTH_BOUNDS, RATING_BOUNDS } from '../../../store/settings.ts';
import { type Command, EVERYWHERE } from '../core/context.ts';
import { askedPosition, positionOption } from '../core/given.ts';
import { analyzeHandler } from './handler.ts';
import { MENUS, shareOf } from './menus.ts';
import { usualQuestion } from './question.ts';
import { thresholdWords } from './text.ts';

const [english, german] = [voiceOf('en'), voiceOf('de')];

const whole = (name: 'depth' | 'rating' | 'opponent-rating', { min, max }: { min: number; max: number }) => ({
  ...optionWords('analyze', name),
  type: ApplicationCommandOptionType.Integer as const,
  min_value: min,
  max_value: max,
});

export const analyzeCommand: Command = {
  description: {
    ...commandWords('analyze'),
    options: [
      positionOption('analyze'),
      {
        ...optionWords('analyze', 'threshold'),
        type: ApplicationCommandOptionType.Number,
        choices: MENUS.threshold.map(shareOf).map(value => ({
          name: thresholdWords(english, value),
          name_localizations: { de: thresholdWords(german, value) },
          value,
        })),
      },
      whole('depth', DEPTH_BOUNDS),
      {
        ...optionWords('analyze', 'loss'),
        type: ApplicationCommandOptionType.Number,
        min_value: 0,
        max_value: 100,
      },
      whole('rating', RATING_BOUNDS),
      whole('opponent-rating', RATING_BOUNDS),
    ],
    ...EVERYWHERE,
  },
  async run(asked, session, context, requester) {
    const { options } = asked;
    const loss = options.getNumber('loss');
    const said = {
      threshold: options.getNumber('threshold'),
      depth: options.getInteger('depth'),
      loss: loss === null ? null : 0 - loss / 100,
      rating: options.getInteger('rating'),
      opponentRating: options.getInteger('opponent-rating'),
    };
    return session.report(
      analyzeHandler,
      usualQuestion(await askedPosition(asked, session, context), said, requester, context),
    );
  },
};
