import { COLORS } from 'chessops/types';
import { ApplicationCommandOptionType } from 'discord.js';
import { DISCORD_DEPTH } from '../../../analysis/expected/params.ts';
import { Fault } from '../../../base/fault.ts';
import { type Found, gameOf, gameUpTo } from '../../../lichess/find.ts';
import { makeLink } from '../../../lichess/link.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import { gameScene } from '../../../present/game-scene.ts';
import { phaseSummary } from '../../../present/review-phases.ts';
import { theoryOf } from '../../../service/review-job.ts';
import type { BotContext, Session, SlashCommand } from '../core/context.ts';
import { choiceOption, described, wholeOption } from '../core/description.ts';
import { escapeSentence } from '../core/escape-markdown.ts';
import { askedGame, findIn } from '../core/input.ts';
import { reviewHandler, reviewQuestion } from './handler.ts';
import { gifReply } from './reply.ts';

export const reviewCommand: SlashCommand = {
  description: described(
    'review',
    { ...optionWords('review', 'game'), type: ApplicationCommandOptionType.String },
    { ...optionWords('review', 'file'), type: ApplicationCommandOptionType.Attachment },
    choiceOption(optionWords('review', 'side'), COLORS, color => `color.${color}`),
    wholeOption(optionWords('review', 'depth'), DISCORD_DEPTH),
  ),
  async run(asked, session, context, { user, settings }) {
    const found = (await askedGame(asked, session, context)) ?? (await lastGame(user, session, context));
    const side = COLORS.find(color => color === asked.options.getString('side'));
    const depth = asked.options.getInteger('depth') ?? undefined;
    return session.report(reviewHandler, reviewQuestion(found, settings, { side, depth }));
  },
};

export const gifCommand: SlashCommand = {
  description: described('gif', {
    ...optionWords('gif', 'game'),
    type: ApplicationCommandOptionType.String,
    required: true,
  }),
  async run(asked, session, context, { settings: { theme } }) {
    const found = await findIn(asked.options.getString('game', true), session, context, 'game');
    session.show({ content: session.voice.say('progress.picture') });
    const scene = { ...gameScene(gameUpTo(found)), theme, orientation: found.side ?? 'white' };
    return context.animations.run(0, () => gifReply(scene, session.signal));
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
  description: described('phases', {
    ...optionWords('phases', 'game'),
    type: ApplicationCommandOptionType.String,
    required: true,
  }),
  free: true,
  async run(asked, session, context) {
    const pgn = gameOf(await findIn(asked.options.getString('game', true), session, context, 'game'));
    const { headline, phases } = phaseSummary(pgn, theoryOf(pgn.game), session.voice);
    const lines = phases.map(line => escapeSentence(line, LONGEST_LINE));
    return { content: [`**${escapeSentence(headline, LONGEST_LINE)}**`, ...lines].join('\n') };
  },
};
