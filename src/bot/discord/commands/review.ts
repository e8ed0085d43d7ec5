import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { DEFAULT_NODES } from '../../../analysis/review/params.ts';
import { makeTree } from '../../../chess/pgn/make.ts';
import { Fault } from '../../../engine/fault.ts';
import { comparedRatings } from '../../../service/review-job.ts';
import { DEFAULT_SETTINGS, DEPTH_BOUNDS, type ServerSettings } from '../../../store/settings.ts';
import { gameOf } from '../../ask.ts';
import { orderOf } from '../errand.ts';
import { type ReviewQuestion, reviewErrand } from '../errands/review.ts';
import { choiceWords, commandWords, optionWords } from '../strings/localized.ts';
import { type Command, EVERYWHERE } from './command.ts';
import { askedGame } from './position.ts';

export const reviewCommand: Command = {
  description: {
    ...commandWords('review'),
    options: [
      { ...optionWords('review', 'game'), type: ApplicationCommandOptionType.String },
      { ...optionWords('review', 'file'), type: ApplicationCommandOptionType.Attachment },
      {
        ...optionWords('review', 'side'),
        type: ApplicationCommandOptionType.String,
        choices: COLORS.map(color => ({ ...choiceWords(`choice.${color}`), value: color })),
      },
      {
        ...optionWords('review', 'depth'),
        type: ApplicationCommandOptionType.Integer,
        min_value: DEPTH_BOUNDS.min,
        max_value: DEPTH_BOUNDS.max,
      },
    ],
    ...EVERYWHERE,
  },
  async run(asked, talk, kit, { settings }) {
    const found = await askedGame(asked, talk, kit);
    if (!found) throw new Fault('bad-input', talk.voice.say('file.or-game'));
    const pgn = gameOf(found);
    const side = COLORS.find(color => color === asked.options.getString('side')) ?? found.side ?? 'white';
    return orderOf(reviewErrand, {
      pgn: makeTree(pgn.tree),
      side,
      limit: limitOf(asked.options.getInteger('depth'), settings),
      ratings: comparedRatings(pgn.ratings, settings.rating),
    });
  },
};

/** A server that has not decided otherwise gets as many nodes as reviews are tuned for. */
function limitOf(depth: number | null, settings: ServerSettings): ReviewQuestion['limit'] {
  if (depth !== null) return { kind: 'depth', depth };
  return settings.depth === DEFAULT_SETTINGS.depth
    ? { kind: 'nodes', nodes: DEFAULT_NODES }
    : { kind: 'depth', depth: settings.depth };
}
