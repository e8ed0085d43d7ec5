import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { makeLink } from '../../../lichess/link.ts';
import { DEPTH_BOUNDS } from '../../../store/settings.ts';
import type { Found } from '../../ask.ts';
import type { Talk } from '../conversation.ts';
import { orderOf } from '../errand.ts';
import { reviewErrand, reviewQuestion } from '../errands/review.ts';
import { choiceWords, commandWords, optionWords } from '../strings/localized.ts';
import { type Command, EVERYWHERE, type Kit } from './command.ts';
import { askedGame, findIn } from './position.ts';

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
  async run(asked, talk, kit, { user, settings }) {
    const found = (await askedGame(asked, talk, kit)) ?? (await lastGame(user, talk, kit));
    const side = COLORS.find(color => color === asked.options.getString('side'));
    const depth = asked.options.getInteger('depth') ?? undefined;
    return orderOf(reviewErrand, reviewQuestion(found, settings, { side, depth }));
  },
};

/** The last game of whoever asks, seen from their side. */
async function lastGame(user: string, talk: Talk, kit: Kit): Promise<Found> {
  const account = kit.store.links.get(user);
  if (!account) throw new Fault('bad-input', talk.voice.say('review.whose'));
  return findIn(makeLink({ kind: 'user', name: account.name }, kit.lichessUrl), talk, kit, 'game');
}
