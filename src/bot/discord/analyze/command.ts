import { ApplicationCommandOptionType, ApplicationCommandType, type Message } from 'discord.js';
import { DISCORD_DEPTH, PARAMETERS } from '../../../analysis/expected/params.ts';
import { type Found, plyIn, positionOf } from '../../../lichess/find.ts';
import { localizedName, messageMenuWords, optionWords } from '../../../present/catalogue/localized.ts';
import { voiceOf } from '../../../present/catalogue/voice.ts';
import { type BotContext, type MessageCommand, reportAbout, type Session, type SlashCommand } from '../core/context.ts';
import { described, EVERYWHERE, fractionOption, positionOption, wholeOption } from '../core/description.ts';
import { askedPosition, findIn, readFile } from '../core/input.ts';
import { evaluationReply } from '../position/commands.ts';
import { analyzeHandler } from './handler.ts';
import { QUESTION_MENUS, thresholdOf, usualQuestion } from './question.ts';
import { thresholdWords } from './text.ts';

/** As the option has it: a loss in percent, from nothing on. */
const LOSS_PERCENT = { min: 0 - 100 * PARAMETERS.loss.max, max: -100 * PARAMETERS.loss.min };

export const analyzeCommand: SlashCommand = {
  description: described(
    'analyze',
    positionOption('analyze'),
    {
      ...optionWords('analyze', 'threshold'),
      type: ApplicationCommandOptionType.Number,
      choices: QUESTION_MENUS.threshold.map(thresholdOf).map(value => ({
        ...localizedName(language => thresholdWords(voiceOf(language), value)),
        value,
      })),
    },
    wholeOption(optionWords('analyze', 'depth'), DISCORD_DEPTH),
    fractionOption(optionWords('analyze', 'loss'), LOSS_PERCENT),
    wholeOption(optionWords('analyze', 'rating'), PARAMETERS.rating),
    wholeOption(optionWords('analyze', 'opponent-rating'), PARAMETERS.opponentRating),
  ),
  async run(asked, session, context, requester) {
    const { options } = asked;
    const loss = options.getNumber('loss');
    const given = {
      threshold: options.getNumber('threshold'),
      depth: options.getInteger('depth'),
      loss: loss === null ? null : 0 - loss / 100,
      rating: options.getInteger('rating'),
      opponentRating: options.getInteger('opponent-rating'),
    };
    return session.report(
      analyzeHandler,
      usualQuestion(await askedPosition(asked, session, context), given, requester, context),
    );
  },
};

/** "Analyze with Kibitz" in the menu of a message: its game is reviewed, its position is analysed. */
export const analyzeMessageCommand: MessageCommand = {
  description: { ...messageMenuWords, type: ApplicationCommandType.Message, ...EVERYWHERE },
  async run({ targetMessage }, session, context, requester) {
    const found = await findIn(await textOf(targetMessage, session, context), session, context, 'message');
    return (
      reportAbout(found, handlerFor(found), session, context, requester) ??
      evaluationReply(positionOf(found).game, requester.user, session, context)
    );
  },
};

/** A game is reviewed, unless the link points to a place in it. */
const handlerFor = (found: Found): string =>
  found.kind === 'game' && plyIn(found) === undefined ? 'review' : 'analyze';

/** The text of the message, and of the first attached file that could be a game. */
async function textOf(
  { content, attachments }: Message,
  { voice, signal }: Session,
  context: BotContext,
): Promise<string> {
  const file = attachments.find(
    ({ name, contentType }) => /\.(pgn|txt)$/i.test(name) || contentType?.startsWith('text/plain'),
  );
  if (!file) return content;
  return `${content}\n\n${await readFile(file, { origins: context.fileOrigins, voice, signal })}`;
}
