import type { Game } from '../game.ts';
import type { Position } from '../position.ts';

/** What counts as theory. */
export interface Book {
  has(position: Position): boolean;
}

/** For those who want the phases of a game by its captures alone. */
export const NO_BOOK: Book = { has: () => false };

/** The last half-move after which the position is in the book; 0 if there is none. The moves on the way need not be. */
export function lastBookPly({ positions }: Game, book: Book): number {
  for (let ply = positions.length - 1; ply > 0; ply--) if (book.has(positions[ply] as Position)) return ply;
  return 0;
}
