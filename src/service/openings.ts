import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Opening, type Openings, openingsFrom } from '../chess/openings/openings.ts';

/** A file of the package `chess-openings`, whose version is pinned. */
const TABLE = 'chess-openings/dist/chess/openings/eco.js';

/** An entry of that file without its moves, which are not used: position, code, and name in either kind of quotes. */
const ENTRY = /^ {4}'([^']+)': \{\n {8}eco: '([A-E]\d\d)',\n {8}name: (['"])(.+)\3,$/gm;

let loaded: Openings | undefined;

/**
 * The openings with the names that Lichess gives them, read when they are first needed. The table is mostly lists of
 * moves, so it is read as text: importing it takes up to twice the time and three times the memory.
 */
export function openings(): Openings {
  loaded ??= openingsFrom(entriesOf(readFileSync(createRequire(import.meta.url).resolve(TABLE), 'utf8')));
  return loaded;
}

export function* entriesOf(text: string): Generator<[epd: string, opening: Opening]> {
  let found = 0;
  for (const [, epd = '', eco = '', , name = ''] of text.matchAll(ENTRY)) {
    found++;
    yield [epd, { eco, name }];
  }
  if (found === 0) throw new Error(`${TABLE} has no openings in the form that is expected`);
}
