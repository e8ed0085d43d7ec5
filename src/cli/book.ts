import { readFile } from 'node:fs/promises';
import type { Game } from '../chess/game.ts';
import { type Book, lastBookPly, NO_BOOK } from '../chess/openings/book.ts';
import { openingOf } from '../chess/openings/openings.ts';
import { polyglotBook } from '../chess/openings/polyglot.ts';
import { Fault } from '../engine/fault.ts';
import type { JobOf } from '../service/jobs.ts';
import { openings } from '../service/openings.ts';
import type { Option, Values } from './command.ts';

/** What counts as theory, for every command that asks. */

const NONE = 'none';

export const BOOK_OPTION: Option = {
  type: 'string',
  value: 'file.bin',
  help: `What counts as theory: a polyglot book, or ${NONE}; positions with an ECO name if nothing is said.`,
};

export async function bookOption({ book }: Values): Promise<Book> {
  if (typeof book !== 'string') return openings();
  if (book === NONE) return NO_BOOK;
  const bytes = await readFile(book).catch((error: NodeJS.ErrnoException) => {
    throw new Fault('bad-input', `book: "${book}" cannot be read (${error.code}); give a .bin file, or "${NONE}".`);
  });
  const read = polyglotBook(bytes);
  if (!read.ok) throw new Fault('bad-input', read.message);
  return read.value;
}

/** What a review has to know of theory. */
export async function theoryOf(
  game: Game,
  values: Values,
): Promise<Pick<JobOf<'review'>['input'], 'opening' | 'lastBookPly'>> {
  return { opening: openingOf(game, openings()) ?? null, lastBookPly: lastBookPly(game, await bookOption(values)) };
}
