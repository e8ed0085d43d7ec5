import { no, ok, type Result } from '../../base/result.ts';
import type { Position } from '../position.ts';
import type { Book } from './openings.ts';
import { keyOf, readyEnPassant, type ZobristKey } from './zobrist.ts';

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
