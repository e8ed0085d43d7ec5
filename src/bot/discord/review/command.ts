import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import type { Found } from '../../../lichess/find.ts';
import { makeLink } from '../../../lichess/link.ts';
import { choiceWords, commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { DEPTH_BOUNDS } from '../../../store/settings.ts';
import type { Session } from '../core/context.ts';
import { type BotContext, type Command, EVERYWHERE } from '../core/context.ts';
import { askedGame, findIn } from '../core/given.ts';
import { reviewHandler, reviewQuestion } from './handler.ts';

export const reviewCommand: Command = {
  description: {
    ...commandWords('review'),
    options: [
      { ...optionWords('review', 'game'), type: ApplicationCommandOptionType.String },
      { ...optionWords('review', 'file'), type: ApplicationCommandOptionType.Attachment },
      {
        ...optionWords('review', 'side'),
        type: ApplicationCommandOptionType.String,
        choices: COLORS.map(color => ({ ...choiceWords(`color.${color}`), value: color })),
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
  async run(asked, session, context, { user, settings }) {
    const found = (await askedGame(asked, session, context)) ?? (await lastGame(user, session, context));
    const side = COLORS.find(color => color === asked.options.getString('side'));
    const depth = asked.options.getInteger('depth') ?? undefined;
    return session.report(reviewHandler, reviewQuestion(found, settings, { side, depth }));
  },
};

/** The last game of whoever asks, seen from their side. */
async function lastGame(user: string, session: Session, context: BotContext): Promise<Found> {
  const account = context.store.links.get(user);
  if (!account) throw new Fault('bad-input', session.voice.say('review.whose'));
  return findIn(makeLink({ kind: 'user', name: account.name }, context.lichessUrl), session, context, 'game');
}
