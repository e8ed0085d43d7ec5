import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../engine/fault.ts';
import { DEPTH_BOUNDS } from '../../../store/settings.ts';
import { orderOf } from '../errand.ts';
import { reviewErrand, reviewQuestion } from '../errands/review.ts';
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
    const side = COLORS.find(color => color === asked.options.getString('side'));
    const depth = asked.options.getInteger('depth') ?? undefined;
    return orderOf(reviewErrand, reviewQuestion(found, settings, { side, depth }));
  },
};
