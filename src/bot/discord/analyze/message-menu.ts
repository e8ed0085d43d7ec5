import { ApplicationCommandType, type Message } from 'discord.js';
import { type Found, plyIn, positionOf } from '../../../lichess/find.ts';
import { messageMenuWords } from '../../../present/catalogue/localized.ts';
import { evaluate } from '../board/eval-command.ts';
import { type BotContext, EVERYWHERE, type MessageCommand, type Session } from '../core/context.ts';
import { readFile } from '../core/files.ts';
import { findIn } from '../core/given.ts';
import { reportAbout } from '../core/report-requests.ts';

/** "Analyze with Kibitz": whatever is in a message. */
export const analyzeMessageCommand: MessageCommand = {
  description: { ...messageMenuWords, type: ApplicationCommandType.Message, ...EVERYWHERE },
  async run({ targetMessage }, session, context, requester) {
    const found = await findIn(await textOf(targetMessage, session, context), session, context, 'message');
    return (
      reportAbout(found, handlerFor(found), session, context, requester) ??
      evaluate(positionOf(found).game, requester.user, session, context)
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
