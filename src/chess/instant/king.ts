import { attacks, kingAttacks } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import type { Color, Square } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';
import { other } from '../position.ts';
import { ahead, fileAt } from './lanes.ts';
import { squareValue } from './squares.ts';

export const PIECES = ['knight', 'bishop', 'rook', 'queen'] as const;
type Piece = (typeof PIECES)[number];

/** How much each piece can do against a king; what a side starts with adds up to FULL_FORCE. */
const FORCE: Record<Piece, number> = { knight: 1, bishop: 1, rook: 2, queen: 4 };
const FULL_FORCE = 12;

function forceOf(board: Board, color: Color): number {
  let force = 0;
  for (const role of PIECES) force += FORCE[role] * board.pieces(color, role).size();
  return Math.min(FULL_FORCE, force);
}

// Centipawns, near those of a fit to games (docs/decisions.md).
/** By how many ranks before the king the first of his pawns on a file stands. */
const GAP = [0, 0, 5, 10, 10, 10, 10, 10];
const NO_PAWN = 34;
/** By how many pieces look at the king or a square beside him; one alone does no harm. */
const PRESSURE = [0, 0, 10, 40, 60];

/** What the holes in a king's wall of pawns cost: his own file and the ones beside it. */
function holes(board: Board, color: Color, king: Square): number {
  const pawns = board.pieces(color, 'pawn').intersect(ahead(color, king));
  let cost = 0;
  for (let file = Math.max(0, squareFile(king) - 1); file <= Math.min(7, squareFile(king) + 1); file++) {
    const wall = pawns.intersect(fileAt(file));
    const first = color === 'white' ? wall.first() : wall.last();
    cost += first === undefined ? NO_PAWN : (GAP[Math.abs(squareRank(first) - squareRank(king))] as number);
  }
  return cost;
}

function pressure(board: Board, color: Color, king: Square): number {
  const enemy = other(color);
  const zone = kingAttacks(king).with(king);
  let attackers = 0;
  for (const role of PIECES)
    for (const square of board.pieces(enemy, role))
      if (attacks({ role, color: enemy }, square, board.occupied).intersects(zone)) attackers++;
  return PRESSURE[Math.min(attackers, PRESSURE.length - 1)] as number;
}

/**
 * What a king's place is worth. Hiding counts by how much the enemy has left to hunt him with, walking to the middle by
 * how much is gone: it is the enemy's queen that he hides from, not his own.
 */
export function kingPlace(board: Board, color: Color): number {
  const king = board.kingOf(color) as Square;
  const force = forceOf(board, other(color));
  const hiding = squareValue('king', color, king) - holes(board, color, king);
  const walking = squareValue('king-endgame', color, king);
  // Rounded for each side by itself: the same number for the mirrored king, whichever way a half is rounded.
  return Math.round((hiding * force + walking * (FULL_FORCE - force)) / FULL_FORCE) - pressure(board, color, king);
}
