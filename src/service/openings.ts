import { createRequire } from 'node:module';
import { type Opening, type Openings, openingsFrom } from '../chess/openings/openings.ts';

/** The table of the package `chess-openings`: names by EPD, and lists of moves that nobody needs. */
type Table = Record<string, Opening>;

let loaded: Openings | undefined;

/**
 * The openings by the names that Lichess gives them; read when they are first asked for. Not imported: looking for
 * what three megabytes of CommonJS export takes three times as long as running them.
 */
export function openings(): Openings {
  loaded ??= openingsFrom(Object.entries(table()));
  return loaded;
}

const table = (): Table => createRequire(import.meta.url)('chess-openings/dist/chess/openings/eco.js').eco;
