import { castlingSide, equalsIgnoreMoves } from 'chessops/chess';
import type { Color, NormalMove, Role, Square } from 'chessops/types';
import { makeSquare, squareFile, squareRank } from 'chessops/util';
import { other, type Position, startPosition } from '../chess/position.ts';
import { INPUT_PLANES, POLICY_MOVES, POLICY_PLANES } from './lc0-net.ts';
import { MIRROR_RANKS, pieceByte } from './maia3-encoding.ts';

/**
 * How lc0's networks, and Maia-1 among them, see a position: 112 planes of 64 squares, everything from the side of the
 * side to move now (also the earlier positions).
 * https://github.com/LeelaChessZero/lc0/blob/master/src/neural/encoder.cc
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
 * was nothing, and its planes stay empty; before any other position there was something unknown, and the oldest
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

// The 1858 moves that lc0 has a number for, seen from the mover's side: every step of a queen or a knight, by squares
// from a1 to h8, then the promotions. A promotion to a knight has the number of the plain step.

const PROMOTED: readonly Role[] = ['queen', 'rook', 'bishop'];
const LAST_RANK_BUT_ONE = 6;

/** Clockwise from north, [files, ranks]. */
const QUEEN_WAYS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
] as const;
const KNIGHT_WAYS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const;
const QUEEN_STEPS = 7;
const FIRST_KNIGHT_PLANE = QUEEN_WAYS.length * QUEEN_STEPS;
const FIRST_PROMOTION_PLANE = FIRST_KNIGHT_PLANE + KNIGHT_WAYS.length;
/** In the planes, in another order than in the numbers. */
const PROMOTION_PLANES: readonly Role[] = ['rook', 'bishop', 'queen'];

interface Step {
  from: Square;
  to: Square;
  promotion?: Role;
}

const key = ({ from, to, promotion }: Step): string => makeSquare(from) + makeSquare(to) + (promotion ?? '');

/**
 * The plane of the convolutional policy head that a step from any square lies on; undefined where no piece moves so.
 */
function planeOf({ from, to, promotion }: Step): number | undefined {
  const [files, ranks] = [squareFile(to) - squareFile(from), squareRank(to) - squareRank(from)];
  if (promotion)
    return FIRST_PROMOTION_PLANE + (files + 1) * PROMOTION_PLANES.length + PROMOTION_PLANES.indexOf(promotion);
  const knight = KNIGHT_WAYS.findIndex(([x, y]) => x === files && y === ranks);
  if (knight >= 0) return FIRST_KNIGHT_PLANE + knight;
  const distance = Math.max(Math.abs(files), Math.abs(ranks));
  const queen = QUEEN_WAYS.findIndex(([x, y]) => x * distance === files && y * distance === ranks);
  return queen >= 0 && distance > 0 ? queen * QUEEN_STEPS + distance - 1 : undefined;
}

function allSteps(): Step[] {
  const squares = Array.from({ length: SQUARES }, (_, square) => square);
  const plain = squares.flatMap(from => squares.map(to => ({ from, to }))).filter(step => planeOf(step) !== undefined);
  const promotions = plain
    .filter(({ from, to }) => squareRank(from) === LAST_RANK_BUT_ONE && squareRank(to) === LAST_RANK_BUT_ONE + 1)
    .filter(({ from, to }) => Math.abs(squareFile(from) - squareFile(to)) <= 1)
    .flatMap(step => PROMOTED.map(promotion => ({ ...step, promotion })));
  return [...plain, ...promotions];
}

const STEPS = allSteps();
const NUMBERS = new Map(STEPS.map((step, number) => [key(step), number]));
if (NUMBERS.size !== POLICY_MOVES) throw new RangeError(`there are ${NUMBERS.size} moves instead of ${POLICY_MOVES}`);

/** Where the convolutional policy head says what each of the 1858 moves is worth: plane × 64 + the square it leaves. */
export const CONVOLUTION_PLACES: readonly number[] = STEPS.map(
  step => (planeOf(step) ?? POLICY_PLANES) * SQUARES + step.from,
);

/** lc0's number for a legal move. Castling is the king's step onto its rook. */
export function lc0MoveIndex(position: Position, move: NormalMove): number {
  const mirror = position.turn === 'white' ? 0 : MIRROR_RANKS;
  const side = castlingSide(position, move);
  const to = (side && position.castles.rook[position.turn][side]) ?? move.to;
  const promotion = move.promotion && PROMOTED.includes(move.promotion) ? { promotion: move.promotion } : {};
  const number = NUMBERS.get(key({ from: move.from ^ mirror, to: to ^ mirror, ...promotion }));
  if (number === undefined) throw new RangeError(`${key(move)} is no move`);
  return number;
}
