import { ApplicationCommandOptionType } from 'discord.js';
import { badInput, Fault } from '../../../base/fault.ts';
import { inField } from '../../../chess/refusals.ts';
import { parsePgn } from '../../../input/pgn.ts';
import { requireOver } from '../../../lichess/fair-play.ts';
import { type FindOptions, type Found, type FoundPosition, find, positionOf } from '../../../lichess/find.ts';
import { isLink, parseLink } from '../../../lichess/link.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Field } from '../../../present/catalogue/voice.ts';
import type { BotContext, Session } from './context.ts';
import { readFile } from './files.ts';

/** What a command is about: a position, a game, or somebody. */

export const positionOption = (command: 'analyze' | 'investigate' | 'eval' | 'board') => ({
  ...optionWords<'eval'>(command as 'eval', 'position'),
  type: ApplicationCommandOptionType.String as const,
  required: true,
});

interface Given {
  options: {
    getString(name: string): string | null;
    getAttachment(name: string): { url: string; size: number } | null;
  };
}

/** The option `position` of a command. Of a game that is running only where that is wanted: nobody is to be helped in it. */
export async function askedPosition(
  { options }: Given,
  session: Session,
  context: BotContext,
  wanted: Pick<FindOptions, 'running'> = {},
): Promise<FoundPosition> {
  return positionOf(await findIn(options.getString('position') ?? '', session, context, 'position', wanted));
}

/** The options `game` and `file` of a command; undefined where neither is given. */
export async function askedGame({ options }: Given, session: Session, context: BotContext): Promise<Found | undefined> {
  const [text, file] = [options.getString('game'), options.getAttachment('file')];
  if (text !== null && file) throw new Fault('bad-input', session.voice.say('file.or-game'));
  if (text !== null) return findIn(text, session, context, 'game');
  if (!file) return undefined;
  const { voice, signal } = session;
  // What is in a file is meant as it stands there: it may be long, and stars in it are no markdown.
  const pgn = parsePgn(await readFile(file, { origins: context.fileOrigins, voice, signal }));
  if (!pgn.ok) throw badInput(inField(pgn, 'file'));
  await requireOver(pgn.value, { lichess: context.lichess, signal }, 'file');
  return { kind: 'game', pgn: pgn.value };
}

/** What is in a text; what is wrong with it is told as being about that field. */
export async function findIn(
  text: string,
  { signal }: Session,
  { lichess }: BotContext,
  field: Field,
  wanted: Pick<FindOptions, 'running'> = {},
): Promise<Found> {
  try {
    return await find(text, { lichess, signal, ...wanted }, field);
  } catch (error) {
    throw error instanceof Fault && error.refusal ? badInput(inField(error, field)) : error;
  }
}

/** A name on Lichess; people paste the address of somebody's page, too. */
export function nameIn(given: string, home: string): string {
  const link = isLink(given) ? parseLink(given, home) : undefined;
  return link?.ok && link.value.kind === 'user' ? link.value.name : given.replace(/^@/, '');
}
