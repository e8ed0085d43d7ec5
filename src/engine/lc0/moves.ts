import { castlingSide } from 'chessops/chess';
import type { NormalMove, Role, Square } from 'chessops/types';
import { makeSquare, squareFile, squareRank } from 'chessops/util';
import type { Position } from '../../chess/position.ts';
import { MIRROR_RANKS } from '../encode.ts';
import { POLICY_MOVES, POLICY_PLANES } from './net.ts';

/**
 * The 1858 moves that lc0 has a number for, seen from the mover's side: every step of a queen or a knight, by squares
 * from a1 to h8, then the promotions. A promotion to a knight has the number of the plain step.
 */

const SQUARES = 64;
const PROMOTED: readonly Role[] = ['queen', 'rook', 'bishop'];
const LAST_RANK_BUT_ONE = 6;

/** Clockwise from north, [files, ranks]. */
const QUEEN_WAYS = [
  ...([
    [0, 1],
    [1, 1],
    [1, 0],
    [1, -1],
  ] as const),
  ...([
    [0, -1],
    [-1, -1],
    [-1, 0],
    [-1, 1],
  ] as const),
];
const KNIGHT_WAYS = [
  ...([
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
  ] as const),
  ...([
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
  ] as const),
];
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

/** The plane of the convolutional policy head that a step from any square lies on; undefined: nobody moves so. */
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
