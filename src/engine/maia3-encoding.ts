import { castlingSide } from 'chessops/chess';
import type { Color, NormalMove, Piece, Role, Square } from 'chessops/types';
import { kingCastlesTo, squareFile } from 'chessops/util';
import type { Position } from '../chess/position.ts';

/**
 * How Maia-3 sees a position and names a move. Everything is from the mover's side: with Black to move the ranks
 * are mirrored and the colours swapped, so the model only ever plays "up" the board.
 */

export const HISTORY_LENGTH = 8;
const PLANES_PER_POSITION = 12;
const SQUARES = 64;
/** Bytes of one position with its history, packed: 64 squares × 8 positions. */
export const BOARDS_LENGTH = SQUARES * HISTORY_LENGTH;
/** Floats of the same as the model takes them: each byte becomes 12 planes. */
export const TOKENS_LENGTH = BOARDS_LENGTH * PLANES_PER_POSITION;
export const MOVE_COUNT = 4352;

const PLANE: Record<Role, number> = { pawn: 0, knight: 1, bishop: 2, rook: 3, queen: 4, king: 5 };
const PROMOTION: Partial<Record<Role, number>> = { queen: 0, rook: 1, bishop: 2, knight: 3 };
const FIRST_PROMOTION = 4096;
export const MIRROR_RANKS = 56;

/** A piece on a packed board, seen by one side: 0 is left for none, the own pieces come first. */
export const pieceByte = ({ role, color }: Piece, side: Color): number => 1 + PLANE[role] + (color === side ? 0 : 6);

/**
 * Writes `history` (oldest first, the current position last) into `target` at `offset`: square by square, and for each
 * square its piece in 8 positions, oldest first: 0 for none, otherwise 1 + its plane. Each position is seen from *its
 * own* mover's side; missing history is padded with the oldest known position.
 */
export function encodeBoards(history: readonly Position[], target: Uint8Array, offset = 0): void {
  target.fill(0, offset, offset + BOARDS_LENGTH);
  const known = history.slice(-HISTORY_LENGTH);
  const padding = HISTORY_LENGTH - known.length;
  for (let slot = 0; slot < HISTORY_LENGTH; slot++) {
    const position = known[Math.max(0, slot - padding)];
    if (!position) throw new RangeError('a history holds at least the current position');
    const mirror = position.turn === 'white' ? 0 : MIRROR_RANKS;
    for (const [square, piece] of position.board)
      target[offset + (square ^ mirror) * HISTORY_LENGTH + slot] = pieceByte(piece, position.turn);
  }
}

/** The packed form as the model's input: one float a plane, all zero but one. `target` must be zero there. */
export function expandTokens(boards: Uint8Array, target: Float32Array, offset = 0): void {
  for (const [index, piece] of boards.entries())
    if (piece > 0) target[offset + index * PLANES_PER_POSITION + piece - 1] = 1;
}

/** The model's number for a legal move: from × 64 + to, then 256 promotions; castling is the king's two-square move. */
export function moveIndex(position: Position, move: NormalMove): number {
  const mirror = position.turn === 'white' ? 0 : MIRROR_RANKS;
  const promotion = move.promotion && PROMOTION[move.promotion];
  if (promotion !== undefined)
    return FIRST_PROMOTION + squareFile(move.from) * 32 + squareFile(move.to) * 4 + promotion;
  const side = castlingSide(position, move);
  const to: Square = side ? kingCastlesTo(position.turn, side) : move.to;
  return (move.from ^ mirror) * SQUARES + (to ^ mirror);
}
