import { ApplicationCommandOptionType, type ChatInputCommandInteraction } from 'discord.js';
import { DEFAULTS } from '../../../analysis/expected/params.ts';
import { current } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import type { Ratings, Speed } from '../../../store/links.ts';
import { DEPTH_BOUNDS, RATING_BOUNDS } from '../../../store/settings.ts';
import type { FoundPosition } from '../../ask.ts';
import { orderOf, type Who } from '../errand.ts';
import { analyzeErrand } from '../errands/analyze.ts';
import { type AnalyzeQuestion, MENUS, shareOf } from '../errands/analyze-question.ts';
import { thresholdWords } from '../errands/analyze-words.ts';
import { commandWords, optionWords } from '../strings/localized.ts';
import { voiceOf } from '../strings/voice.ts';
import { type Command, EVERYWHERE, type Kit } from './command.ts';
import { askedPosition, gameInput, positionOption } from './position.ts';

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
  async run(asked, talk, kit, who) {
    return orderOf(analyzeErrand, questionOf(await askedPosition(asked, talk, kit), asked, kit, who));
  },
};

type Options = Pick<ChatInputCommandInteraction, 'options'>;

/** What is not said is taken from the game, from who asks, or from what the server has decided. */
export function questionOf(
  { game, names, ratings }: FoundPosition,
  { options }: Options,
  { store }: Pick<Kit, 'store'>,
  { user, settings }: Pick<Who, 'user' | 'settings'>,
): AnalyzeQuestion {
  const { turn } = current(game);
  const own = () => usualRating(store.links.get(user)?.ratings ?? {}) ?? settings.rating;
  const rating = options.getInteger('rating') ?? known(ratings[turn] ?? own());
  const loss = options.getNumber('loss');
  return {
    ...gameInput(game),
    params: {
      threshold: options.getNumber('threshold') ?? DEFAULTS.threshold,
      depth: options.getInteger('depth') ?? settings.depth,
      loss: loss === null ? DEFAULTS.loss : 0 - loss / 100,
      rating,
      opponentRating: options.getInteger('opponent-rating') ?? known(ratings[other(turn)] ?? rating),
    },
    names,
  };
}

/** The nearest rating that Maia knows. */
const known = (rating: number): number => Math.min(RATING_BOUNDS.max, Math.max(RATING_BOUNDS.min, rating));

/** The more time people take, the more their rating says about how they analyse. */
const TELLING: readonly Speed[] = ['rapid', 'classical', 'blitz', 'bullet', 'correspondence', 'ultraBullet'];

function usualRating(ratings: Ratings): number | undefined {
  const speed = TELLING.find(each => ratings[each] !== undefined);
  return speed && ratings[speed];
}
