import { ApplicationCommandOptionType } from 'discord.js';
import { gameOf } from '../../../lichess/find.ts';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { phaseSummary } from '../../../present/phase-summary.ts';
import { theoryOf } from '../../../service/review-job.ts';
import { type Command, EVERYWHERE } from '../core/context.ts';
import { escapeSentence } from '../core/escape-markdown.ts';
import { findIn } from '../core/given.ts';

/** Of each line; there are four at the most. */
const LONGEST = 450;

export const phasesCommand: Command = {
  description: {
    ...commandWords('phases'),
    options: [{ ...optionWords('phases', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  free: true,
  async run(asked, session, context) {
    const pgn = gameOf(await findIn(asked.options.getString('game', true), session, context, 'game'));
    const { headline, phases } = phaseSummary(pgn, theoryOf(pgn.game), session.voice);
    const lines = phases.map(line => escapeSentence(line, LONGEST));
    return { content: [`**${escapeSentence(headline, LONGEST)}**`, ...lines].join('\n') };
  },
};
