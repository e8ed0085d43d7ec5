import { ApplicationCommandType, type Message } from 'discord.js';
import { type Found, plyIn, positionOf } from '../../../lichess/find.ts';
import { messageMenuWords } from '../../../present/catalogue/localized.ts';
import { evaluate } from '../board/eval-command.ts';
import { type BotContext, EVERYWHERE, type Menu } from '../core/context.ts';
import { readFile } from '../core/files.ts';
import { findIn } from '../core/given.ts';
import { type ReportRequest, type Requester, reportRequest } from '../core/handler.ts';
import type { Session } from '../core/session.ts';
import { handlerOf } from '../handlers.ts';

/** "Analyze with Kibitz": whatever is in a message. */
export const analyzeMenu: Menu = {
  description: { ...messageMenuWords, type: ApplicationCommandType.Message, ...EVERYWHERE },
  async run({ targetMessage }, session, context, requester) {
    const found = await findIn(await textOf(targetMessage, session, context), session, context, 'message');
    return (
      orderAbout(found, handlerFor(found), requester, context) ??
      evaluate(positionOf(found).game, requester.user, session, context)
    );
  },
};

/** A game is reviewed, unless the link points to a place in it. */
const handlerFor = (found: Found): string =>
  found.kind === 'game' && plyIn(found) === undefined ? 'review' : 'analyze';

/** The usual question of that handler; undefined where there is none. */
export function orderAbout(
  found: Found,
  kind: string,
  requester: Requester,
  context: BotContext,
): ReportRequest | undefined {
  const handler = handlerOf(kind, context.handlers);
  return handler?.about && reportRequest(handler, handler.about(found, requester, context));
}

/** What is written there, and what is in the first file that could be a game. */
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
