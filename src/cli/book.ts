import { readFile } from 'node:fs/promises';
import { badInput, Fault } from '../base/fault.ts';
import { type Book, NO_BOOK } from '../chess/openings/book.ts';
import { polyglotBook } from '../chess/openings/polyglot.ts';
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
  if (!read.ok) throw badInput(read);
  return read.value;
}
