import { no, ok, type Result } from '../../base/result.ts';
import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { keyOf, keyOfEpd, readyEnPassant, type ZobristKey } from './zobrist.ts';

/** What counts as theory. */
export interface Book {
  has(position: Position): boolean;
}

/** With this book the phases of a game depend on its captures alone. */
export const NO_BOOK: Book = { has: () => false };

/** The last half-move after which the position is in the book; 0 if there is none. The moves on the way need not be. */
export function lastBookPly({ positions }: Game, book: Book): number {
  for (let ply = positions.length - 1; ply > 0; ply--) if (book.has(positions[ply] as Position)) return ply;
  return 0;
}

export interface Opening {
  /** `B90` */
  eco: string;
  /** `Sicilian Defense: Najdorf Variation` */
  name: string;
}

/** The positions that have a name. As a book they are theory. */
export interface Openings extends Book {
  /** By the position alone, not by the moves that led to it. */
  of(position: Position): Opening | undefined;
}

/** Openings by placement, side to move, castling rights and legal en passant, as an EPD without operations has them. */
export function openingsFrom(table: Iterable<readonly [epd: string, opening: Opening]>): Openings {
  const byKey = new Map<number, Opening>();
  for (const [epd, { eco, name }] of table) byKey.set(indexOf(keyOfEpd(epd)), { eco, name });
  const of = (position: Position) => byKey.get(indexOf(keyWithLegalCaptures(position)));
  return { of, has: position => of(position) !== undefined };
}

/** Of the last position of a game that has a name, and after how many half-moves that is. */
export function openingOf({ positions }: Game, openings: Openings): (Opening & { ply: number }) | undefined {
  for (let ply = positions.length - 1; ply >= 0; ply--) {
    const opening = openings.of(positions[ply] as Position);
    if (opening) return { ...opening, ply };
  }
  return undefined;
}

/** Whether a capture en passant is legal is slow to find out, and is asked only where a pawn stands ready for it. */
const keyWithLegalCaptures = (position: Position): ZobristKey =>
  keyOf(position, readyEnPassant(position) === undefined ? undefined : position.toSetup().epSquare);

/**
 * 53 of the 64 bits, as many as a number holds: one in 10^12 that a position is taken for one of some thousand others.
 */
const indexOf = ({ high, low }: ZobristKey): number => high * 2 ** 21 + (low >>> 11);

// Books in the format of Polyglot: http://hgm.nubati.net/book_format.html

/** Key (8 bytes), move (2), weight (2), learning (4), all with the highest byte first; lowest key first. */
const ENTRY_BYTES = 16;
const MOVE_AT = 8;
/** The move's bits above both squares: what a pawn becomes, up to 4 for a queen. */
const PROMOTION_SHIFT = 12;
const LAST_PROMOTION = 4;

/** Polyglot's key of a position. En passant counts if a pawn stands ready for it, even one that is pinned. */
export const polyglotKey = (position: Position): ZobristKey => keyOf(position, readyEnPassant(position));

/** The positions for which a polyglot book (`.bin`) has a move; the sentence of a refusal starts with `book`. */
export function polyglotBook(bytes: Uint8Array): Result<Book> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = bytes.byteLength / ENTRY_BYTES;
  if (entries === 0 || !Number.isInteger(entries) || !looksLikeABook(view, entries))
    return no('book: this is not a polyglot book; give a .bin file in that format, or "none".');
  return ok({ has: position => holds(view, entries, polyglotKey(position)) });
}

/** Negative where an entry's key is the lower one, 0 where both are equal. */
function compare(view: DataView, entry: number, { high, low }: ZobristKey): number {
  const at = entry * ENTRY_BYTES;
  return view.getUint32(at) - high || view.getUint32(at + 4) - low;
}

function holds(view: DataView, entries: number, key: ZobristKey): boolean {
  let [from, to] = [0, entries];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const order = compare(view, middle, key);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** The format has no signature, but other files are hardly ever in order, with moves that can be moves. */
function looksLikeABook(view: DataView, entries: number): boolean {
  let before: ZobristKey = { high: 0, low: 0 };
  for (let entry = 0; entry < entries; entry++) {
    if (compare(view, entry, before) < 0) return false;
    const at = entry * ENTRY_BYTES;
    before = { high: view.getUint32(at), low: view.getUint32(at + 4) };
    // Entries under key 0 are where some programs write what the book is about.
    const isHeader = before.high === 0 && before.low === 0;
    if (!isHeader && view.getUint16(at + MOVE_AT) >> PROMOTION_SHIFT > LAST_PROMOTION) return false;
  }
  return true;
}
