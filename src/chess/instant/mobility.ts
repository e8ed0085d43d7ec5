import { SquareSet } from 'chessops/squareSet';
import type { Color } from 'chessops/types';
import type { Position } from '../position.ts';

/** The same board with `color` to move. After a pass nobody may capture en passant. */
function withMove(position: Position, color: Color): Position {
  if (position.turn === color) return position;
  const passed = position.clone();
  passed.turn = color;
  passed.epSquare = undefined;
  return passed;
}

/**
 * How many squares the men of one side may legally go to, as if it were to move; a promotion counts once. A check need
 * not be answered: that would take nearly all moves away for one turn, and the check is counted by itself.
 */
export function mobility(position: Position, color: Color): number {
  const mover = withMove(position, color);
  const context = { ...mover.ctx(), checkers: SquareSet.empty() };
  let squares = 0;
  // Without the other king's square, which a man that gives check would otherwise count.
  for (const from of mover.board[color]) squares += mover.dests(from, context).diff(mover.board.king).size();
  return squares;
}

const MOVE = 10;
/** The most moves that any difference counts for. */
const LIMIT = 5;

/**
 * What a difference in moves is worth: a tenth of a pawn a move, and less for each further one. In full, what a queen and
 * a bishop can do without the pawn before them would outweigh the pawn (docs/decisions.md).
 */
export const mobilityBonus = (difference: number): number =>
  Math.trunc((MOVE * LIMIT * difference) / (LIMIT + Math.abs(difference)));
