import type { Board } from 'chessops/board';
import type { Color, Role } from 'chessops/types';
import { endingOf, type Position } from '../position.ts';
import { cp, mate, type Score, turnScore } from '../score.ts';
import { kingPlace, PIECES } from './king.ts';
import { mobility, mobilityBonus } from './mobility.ts';
import { pawnStructure } from './pawns.ts';
import { squareValue } from './squares.ts';

const MEN = ['pawn', ...PIECES] as const satisfies readonly Role[];

/** Centipawns. The king has no value: he is never off the board. */
export const VALUES: Record<(typeof MEN)[number], number> = {
  pawn: 100,
  knight: 320,
  bishop: 330,
  rook: 500,
  queen: 900,
};

const CHECK = 50;

function menOf(board: Board, color: Color): number {
  let sum = 0;
  for (const role of MEN)
    for (const square of board.pieces(color, role)) sum += VALUES[role] + squareValue(role, color, square);
  return sum;
}

const standing = (board: Board, color: Color): number =>
  menOf(board, color) + pawnStructure(board, color) + kingPlace(board, color);

/**
 * A score without an engine: for previews, frames of animations and when no engine is up. It looks at the board and not
 * ahead, and whose move it is counts for nothing, except that only the side to move can be in check.
 *
 * A finished game has the score of its result: 0 for a draw, and for checkmate a mate in 1 by the winner, as an
 * engine's "mate 0" is read here, so that the bar is full. Its words are those of `resultWords`, not of the score.
 */
export function instantScore(position: Position): Score {
  const ending = endingOf(position);
  if (ending) return ending === 'checkmate' ? turnScore(mate(-1), position.turn) : cp(0);
  const { board, turn } = position;
  let sum = standing(board, 'white') - standing(board, 'black');
  sum += mobilityBonus(mobility(position, 'white') - mobility(position, 'black'));
  if (position.isCheck()) sum += turn === 'white' ? -CHECK : CHECK;
  return cp(sum);
}
