import type { Board } from 'chessops/board';
import type { Color } from 'chessops/types';
import { squareFile } from 'chessops/util';
import { other } from '../position.ts';
import { ahead, fileAt, filesBeside } from './lanes.ts';
import { ownRank } from './squares.ts';

// Centipawns, near those of a fit to games (docs/decisions.md).
const DOUBLED = -12;
const ISOLATED = -6;
/** By the rank from the pawn's own side, from 0. */
const PASSED = [0, 0, 0, 5, 18, 45, 60, 0];

/** What the pawns of one side are worth for how they stand together. Of two on a file only the first can be passed. */
export function pawnStructure(board: Board, color: Color): number {
  const own = board.pieces(color, 'pawn');
  const enemy = board.pieces(other(color), 'pawn');
  let sum = 0;
  for (const square of own) {
    const file = fileAt(squareFile(square));
    const beside = filesBeside(squareFile(square));
    const before = ahead(color, square);
    if (own.isDisjoint(beside)) sum += ISOLATED;
    if (own.intersect(file).intersects(before)) sum += DOUBLED;
    else if (enemy.intersect(file.union(beside)).isDisjoint(before)) sum += PASSED[ownRank(color, square)] as number;
  }
  return sum;
}
