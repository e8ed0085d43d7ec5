import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { type Found, gameOf } from '../../../lichess/find.ts';
import { makeLink } from '../../../lichess/link.ts';
import { choiceWords, commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { phaseSummary } from '../../../present/review-phases.ts';
import { theoryOf } from '../../../service/review-job.ts';
import { DEPTH_BOUNDS } from '../../../store/settings.ts';
import { type BotContext, EVERYWHERE, type Session, type SlashCommand } from '../core/context.ts';
import { escapeSentence } from '../core/escape-markdown.ts';
import { askedGame, findIn } from '../core/input.ts';
import { reviewHandler, reviewQuestion } from './handler.ts';

export const reviewCommand: SlashCommand = {
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

/** The last game of the linked account, seen from its side. */
async function lastGame(user: string, session: Session, context: BotContext): Promise<Found> {
  const account = context.store.links.get(user);
  if (!account) throw new Fault('bad-input', session.voice.say('review.whose'));
  return findIn(makeLink({ kind: 'user', name: account.name }, context.lichessUrl), session, context, 'game');
}

/** Of each line; there are four at the most. */
const LONGEST_LINE = 450;

export const phasesCommand: SlashCommand = {
  description: {
    ...commandWords('phases'),
    options: [{ ...optionWords('phases', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  free: true,
  async run(asked, session, context) {
    const pgn = gameOf(await findIn(asked.options.getString('game', true), session, context, 'game'));
    const { headline, phases } = phaseSummary(pgn, theoryOf(pgn.game), session.voice);
    const lines = phases.map(line => escapeSentence(line, LONGEST_LINE));
    return { content: [`**${escapeSentence(headline, LONGEST_LINE)}**`, ...lines].join('\n') };
  },
};
