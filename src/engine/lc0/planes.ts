import { equalsIgnoreMoves } from 'chessops/chess';
import type { Color, Square } from 'chessops/types';
import { other, type Position, startPosition } from '../../chess/position.ts';
import { MIRROR_RANKS, pieceByte } from '../encode.ts';
import { INPUT_PLANES } from './net.ts';

/**
 * How lc0's networks, and Maia-1 among them, see a position: 112 planes of 64 squares, everything from the side of
 * whoever is to move now (their history, too). https://github.com/LeelaChessZero/lc0/blob/master/src/neural/encoder.cc
 */

const HISTORY = 8;
const SQUARES = 64;
/** Twelve kinds of pieces, and whether the position has been on the board before. */
const PLANES_PER_POSITION = 13;
const REPEATED = 12;
const AFTER_HISTORY = HISTORY * PLANES_PER_POSITION;

/** After the boards, packed: a byte for each position that was repeated, then these, in the order of the planes. */
const REPEATS = SQUARES * HISTORY;
const RIGHTS = REPEATS + HISTORY;
const BLACK = RIGHTS + 4;
const FIFTY = BLACK + 1;
/** Bytes of one position with its history, packed. */
export const LC0_PACKED_LENGTH = FIFTY + 1;
/** Floats of the same as the network takes them. */
export const LC0_PLANES_LENGTH = INPUT_PLANES * SQUARES;

/**
 * Packs `history` (oldest first, the current position last): for each slot, the newest first, 64 bytes (0 for none,
 * otherwise 1 + the plane of the piece), then what is not on the board.
 *
 * Missing history is what lc0's `fen_only` makes it, since Maia-1 was trained that way: before the start position there
 * was nothing, and its planes stay empty; before any other position there was something nobody knows, and the oldest
 * known position is repeated, with a pawn that has just gone two squares put back.
 */
export function packPlanes(history: readonly Position[], target: Uint8Array, offset = 0): void {
  target.fill(0, offset, offset + LC0_PACKED_LENGTH);
  const known = history.slice(-HISTORY).reverse();
  const [current] = known;
  const oldest = known.at(-1);
  if (!current || !oldest) throw new RangeError('a history holds at least the current position');
  const { turn } = current;
  known.forEach((position, slot) => {
    packBoard(position, turn, target, offset + slot * SQUARES);
    if (wasThereBefore(history, history.length - 1 - slot)) target[offset + REPEATS + slot] = 1;
  });
  if (!equalsIgnoreMoves(oldest, START))
    for (let slot = known.length; slot < HISTORY; slot++) {
      packBoard(oldest, turn, target, offset + slot * SQUARES);
      undoDoubleStep(oldest, turn, target, offset + slot * SQUARES);
    }
  for (const [index, [color, side]] of rightsOf(turn).entries())
    if (current.castles.rook[color][side] !== undefined) target[offset + RIGHTS + index] = 1;
  if (turn === 'black') target[offset + BLACK] = 1;
  target[offset + FIFTY] = Math.min(255, current.halfmoves);
}

/** The long side before the short one. */
const rightsOf = (turn: Color) =>
  [turn, other(turn)].flatMap(
    color =>
      [
        [color, 'a'],
        [color, 'h'],
      ] as const,
  );

const seen = (square: Square, turn: Color): Square => (turn === 'white' ? square : square ^ MIRROR_RANKS);

function packBoard({ board }: Position, turn: Color, target: Uint8Array, offset: number): void {
  for (const [square, piece] of board) target[offset + seen(square, turn)] = pieceByte(piece, turn);
}

/** The square behind a pawn that can be taken in passing lies between where it stands and where it came from. */
function undoDoubleStep(position: Position, turn: Color, target: Uint8Array, offset: number): void {
  const { epSquare, turn: mover } = position.toSetup(); // where it can really be taken
  if (epSquare === undefined) return;
  const ahead = mover === 'white' ? 8 : -8;
  target[offset + seen(epSquare - ahead, turn)] = 0;
  target[offset + seen(epSquare + ahead, turn)] = pieceByte({ role: 'pawn', color: other(mover) }, turn);
}

const START = startPosition();

/** Whether the position at `at` has been there before: only since the last capture or pawn's move can it have. */
function wasThereBefore(history: readonly Position[], at: number): boolean {
  const position = history[at] as Position;
  const first = Math.max(0, at - position.halfmoves);
  for (let earlier = at - 4; earlier >= first; earlier -= 2)
    if (equalsIgnoreMoves(history[earlier] as Position, position)) return true;
  return false;
}

/** The packed form as the network's input. `target` must be zero there. */
export function expandPlanes(packed: Uint8Array, target: Float32Array, offset = 0): void {
  const fill = (plane: number, value: number) => {
    const first = offset + plane * SQUARES;
    if (value !== 0) target.fill(value, first, first + SQUARES);
  };
  for (let slot = 0; slot < HISTORY; slot++) {
    const first = offset + slot * PLANES_PER_POSITION * SQUARES;
    for (let square = 0; square < SQUARES; square++) {
      const piece = packed[slot * SQUARES + square] as number;
      if (piece > 0) target[first + (piece - 1) * SQUARES + square] = 1;
    }
    fill(slot * PLANES_PER_POSITION + REPEATED, packed[REPEATS + slot] as number);
  }
  // Castling, the side to move, and the half-moves since a capture or a pawn's move. A plane that once counted moves is
  // empty; the last one is full, by which the network knows the edge of the board.
  for (let index = RIGHTS; index <= FIFTY; index++) fill(AFTER_HISTORY + index - RIGHTS, packed[index] as number);
  fill(INPUT_PLANES - 1, 1);
}
