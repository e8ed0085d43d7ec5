import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { squareRank } from 'chessops/util';

const FILES = Array.from({ length: 8 }, (_, file) => SquareSet.fromFile(file));

/** A whole file, by its number from 0; nothing where the board has no such file. */
export const fileAt = (file: number): SquareSet => FILES[file] ?? SquareSet.empty();

export const filesBeside = (file: number): SquareSet => fileAt(file - 1).union(fileAt(file + 1));

/** All ranks before a man of this colour. */
export const ahead = (color: Color, square: Square): SquareSet =>
  color === 'white'
    ? SquareSet.full().shl64(8 * (squareRank(square) + 1))
    : SquareSet.full().shr64(8 * (8 - squareRank(square)));

/** The square of White's that means to White what this one means to `color`. */
export const fromOwnSide = (color: Color, square: Square): Square => (color === 'white' ? square : square ^ 56);

/** The rank counted from a side's own, from 0. */
export const ownRank = (color: Color, square: Square): number => squareRank(fromOwnSide(color, square));

/**
 * Squares from a side's own left to right, near ranks first: which of two equal men is first is the same for both
 * sides.
 */
export const asSeenBy = (side: Color, squares: SquareSet): Iterable<Square> =>
  side === 'white' || !squares.moreThanOne() ? squares : [...squares.bswap64()].map(square => square ^ 56);
