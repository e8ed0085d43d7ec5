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
