import { ApplicationCommandOptionType } from 'discord.js';
import { phaseSummary } from '../../../present/phase-summary.ts';
import { theoryOf } from '../../../service/review-job.ts';
import { gameOf } from '../../ask.ts';
import { sentenceInMarkdown } from '../safe.ts';
import { commandWords, optionWords } from '../strings/localized.ts';
import { type Command, EVERYWHERE } from './command.ts';
import { findIn } from './position.ts';

/** Of each line; there are four at the most. */
const LONGEST = 450;

export const phasesCommand: Command = {
  description: {
    ...commandWords('phases'),
    options: [{ ...optionWords('phases', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  free: true,
  async run(asked, talk, kit) {
    const pgn = gameOf(await findIn(asked.options.getString('game', true), talk, kit, 'game'));
    const { headline, phases } = phaseSummary(pgn, theoryOf(pgn.game), talk.voice.language);
    const lines = phases.map(line => sentenceInMarkdown(line, LONGEST));
    return { content: [`**${sentenceInMarkdown(headline, LONGEST)}**`, ...lines].join('\n') };
  },
};
