import { basename } from 'node:path';
import { MATCH_OPENINGS, type MatchOpening } from '../analysis/match/openings.ts';
import { badInput } from '../base/fault.ts';
import { uciMoves } from '../chess/game.ts';
import { fenOf, type Position, startPosition } from '../chess/position.ts';
import { type BookOpening, parseOpeningBook } from '../input/opening-book.ts';
import type { Option, Values } from './command.ts';
import { readText } from './files.ts';

/** Where the games of a match begin, if somebody says so. */
interface OpeningBook {
  name: string;
  openings: MatchOpening[];
}

const FIELD = 'opening-book';

export const OPENING_BOOK_OPTION: Option = {
  type: 'string',
  value: 'file',
  help: `Where the games begin: a PGN of openings, or a FEN or EPD a line; ${MATCH_OPENINGS.length} common openings if nothing is said.`,
};

export async function openingBookOption(values: Values, signal: AbortSignal): Promise<OpeningBook | undefined> {
  const file = values[FIELD];
  if (typeof file !== 'string') return undefined;
  const openings = await parseOpeningBook(await readText(file, signal, FIELD));
  if (!openings.ok) throw badInput(openings);
  return { name: basename(file), openings: openings.value.map(matchOpening) };
}

function matchOpening({ name, game }: BookOpening): MatchOpening {
  const fen = fenOf(game.positions[0] as Position);
  return { name, moves: uciMoves(game).join(' '), ...(fen !== fenOf(startPosition()) && { fen }) };
}
