import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { MATCH_OPENINGS, type MatchOpening } from '../analysis/match/pairings.ts';
import { badInput, Fault, systemReason } from '../base/fault.ts';
import { uciMoves } from '../chess/game.ts';
import { type Book, NO_BOOK, polyglotBook } from '../chess/openings/openings.ts';
import { fenOf, type Position, startPosition } from '../chess/position.ts';
import { type BookOpening, parseOpeningBook } from '../input/opening-book.ts';
import { openings } from '../service/openings.ts';
import type { Option, Values } from './command.ts';
import { readText } from './files.ts';

/** What counts as theory, for every command that asks. */

const NONE = 'none';

export const BOOK_OPTION: Option = {
  value: 'file.bin',
  help: `What counts as theory: a polyglot book, or ${NONE}; positions with an ECO name if nothing is said.`,
};

export async function bookOption({ book }: Values): Promise<Book> {
  if (typeof book !== 'string') return openings();
  if (book === NONE) return NO_BOOK;
  const bytes = await readFile(book).catch((error: NodeJS.ErrnoException) => {
    throw new Fault('bad-input', `${book}: ${systemReason(error)}; give a .bin file, or "${NONE}".`);
  });
  const read = polyglotBook(bytes);
  if (!read.ok) throw badInput(read);
  return read.value;
}

/** Where the games of a match begin, by `--opening-book`. */
interface OpeningBook {
  name: string;
  openings: MatchOpening[];
}

const FIELD = 'opening-book';

export const OPENING_BOOK_OPTION: Option = {
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
