import { ApplicationCommandType, type Message } from 'discord.js';
import { type Found, placeIn, positionOf } from '../../ask.ts';
import type { Talk } from '../conversation.ts';
import { type Order, orderOf, type Who } from '../errand.ts';
import { errandOf } from '../errands/index.ts';
import { readFile } from '../files.ts';
import { messageMenuWords } from '../strings/localized.ts';
import { EVERYWHERE, type Kit, type Menu } from './command.ts';
import { evaluate } from './eval.ts';
import { findIn } from './position.ts';

/** "Analyze with Kibitz": whatever is in a message. */
export const analyzeMenu: Menu = {
  description: { ...messageMenuWords, type: ApplicationCommandType.Message, ...EVERYWHERE },
  async run({ targetMessage }, talk, kit, who) {
    const found = await findIn(await textOf(targetMessage, talk, kit), talk, kit, 'message');
    return orderAbout(found, errandFor(found), who, kit) ?? evaluate(positionOf(found).game, who.user, talk, kit);
  },
};

/** A game is reviewed, unless the link points to a place in it. */
const errandFor = (found: Found): string =>
  found.kind === 'game' && placeIn(found) === undefined ? 'review' : 'analyze';

/** The usual question of that errand; undefined where there is none. */
export function orderAbout(found: Found, kind: string, who: Who, kit: Kit): Order | undefined {
  const errand = errandOf(kind, kit.errands);
  return errand?.about && orderOf(errand, errand.about(found, who, kit));
}

/** What is written there, and what is in the first file that could be a game. */
async function textOf({ content, attachments }: Message, { voice, signal }: Talk, kit: Kit): Promise<string> {
  const file = attachments.find(
    ({ name, contentType }) => /\.(pgn|txt)$/i.test(name) || contentType?.startsWith('text/plain'),
  );
  if (!file) return content;
  return `${content}\n\n${await readFile(file, { origins: kit.fileOrigins, voice, signal })}`;
}
