import type { Board } from 'chessops/board';
import type { Color } from 'chessops/types';

/** What a side has besides king and pawns; `points` are 9 for a queen, 5 for a rook, 3 for a minor piece. */
interface Force {
  queens: number;
  rooks: number;
  minors: number;
  points: number;
}
type Forces = readonly [Force, Force];

const each = ([a, b]: Forces, test: (side: Force) => boolean): boolean => test(a) && test(b);
const some = ([a, b]: Forces, test: (side: Force) => boolean): boolean => test(a) || test(b);
/** True of the two sides in one order or in the other. */
const eitherWay = ([a, b]: Forces, test: (one: Force, another: Force) => boolean): boolean => test(a, b) || test(b, a);

const noQueens = (forces: Forces): boolean => each(forces, ({ queens }) => queens === 0);
const noRooks = (forces: Forces): boolean => each(forces, ({ rooks }) => rooks === 0);
const queenEach = (forces: Forces): boolean => each(forces, ({ queens }) => queens >= 1);
const oneRookEach = (forces: Forces): boolean => each(forces, ({ rooks }) => rooks === 1);
const oneMinorAtMost = (forces: Forces): boolean => each(forces, ({ minors }) => minors <= 1);
const twoMinorsEach = (forces: Forces): boolean => each(forces, ({ minors }) => minors === 2);
const within = (forces: Forces, limit: number): boolean => each(forces, ({ points }) => points <= limit);

/**
 * What makes a type, by the numbers in CARA's description of its phases, whose rules and order these are, read to the
 * letter. The first that holds counts. Several limits can never be reached, as they stand beside what is allowed anyway.
 */
const RULES = {
  // Rule 1.
  Pawn: forces => within(forces, 0),
  // Rule 2. One minor piece is 3 points, so the limit of 6 decides nothing. A side may have none.
  'Minor Piece': forces => noQueens(forces) && noRooks(forces) && oneMinorAtMost(forces) && within(forces, 6),
  // Rule 2.75.
  'Two Minor Piece': forces => noQueens(forces) && noRooks(forces) && twoMinorsEach(forces) && within(forces, 6),
  // Rule 2.95.
  'Rook + Two Minor Piece': forces =>
    noQueens(forces) && oneRookEach(forces) && twoMinorsEach(forces) && within(forces, 11),
  // Rule 2.97.
  'Rook vs Rook (Unequal Minors)': forces =>
    noQueens(forces) &&
    oneRookEach(forces) &&
    eitherWay(forces, (more, less) => more.minors === 2 && less.minors === 1 && more.points <= 14 && less.points <= 10),
  // Rule 2.5. Nothing is said of the rook's own minor pieces: the limit of 8 leaves it one.
  'Rook vs Minor Piece': forces =>
    noQueens(forces) &&
    within(forces, 8) &&
    eitherWay(forces, (rook, minor) => rook.rooks === 1 && minor.rooks === 0 && minor.minors === 1),
  // Rule 3. "At least one rook remains": on the board, not on each side. Two rooks each are 10 points, and so belong
  // here.
  Rook: forces =>
    noQueens(forces) && some(forces, ({ rooks }) => rooks >= 1) && oneMinorAtMost(forces) && within(forces, 10),
  // Rule 3.25.
  'Double Rook': forces =>
    noQueens(forces) && each(forces, ({ rooks }) => rooks === 2) && oneMinorAtMost(forces) && within(forces, 15),
  // Rule 3.5.
  'Rook + Minor Piece': forces =>
    noQueens(forces) && some(forces, ({ rooks }) => rooks >= 1) && oneMinorAtMost(forces) && within(forces, 13),
  // Rule 3.75. Queen, rook and minor piece are 17 points: within 15 there is none.
  'Heavy Piece': forces =>
    queenEach(forces) &&
    each(forces, ({ rooks }) => rooks >= 1) &&
    oneMinorAtMost(forces) &&
    forces[0].minors === forces[1].minors &&
    within(forces, 15),
  // Rule 3.7. In the first case "one has 0, the other up to 1" would let in 0 against 0; within these limits that is
  // rule 3.75. In the second the side without rooks may have a minor piece: 12 points.
  'Asymmetric Heavy Piece': forces =>
    queenEach(forces) &&
    oneMinorAtMost(forces) &&
    eitherWay(
      forces,
      (one, another) =>
        (one.rooks >= 1 && another.rooks >= 1 && one.minors === 0 && one.points <= 14 && another.points <= 17) ||
        (one.rooks === 0 && another.rooks >= 1 && one.points <= 12 && another.points <= heavyLimit(another)),
    ),
  // Rule 4. "At least one queen remains": on the board.
  Queen: forces =>
    some(forces, ({ queens }) => queens >= 1) && noRooks(forces) && oneMinorAtMost(forces) && within(forces, 12),
  // Rule 4.5.
  'Queen + Two Minor Piece': forces =>
    queenEach(forces) && noRooks(forces) && twoMinorsEach(forces) && within(forces, 15),
  // Rule 4.75. Either side may be the one with little, and nothing says that the other must have more.
  'Strong Material Imbalance': forces => eitherWay(forces, (little, much) => little.points <= 8 && much.points <= 30),
  // Rule 5.
  Endgame: forces => within(forces, 15) && noQueens(forces),
  // Rule 5.
  Transitional: forces => within(forces, 15) && !noQueens(forces),
} as const satisfies Record<string, (forces: Forces) => boolean>;

export type EndgameType = keyof typeof RULES;
export const ENDGAME_TYPES = Object.keys(RULES) as EndgameType[];

const heavyLimit = ({ minors }: Force): number => (minors === 0 ? 14 : 17);

/** The endgame that stands on a board, if one does. */
export function endgameOf(board: Board): EndgameType | undefined {
  const forces: Forces = [forceOf(board, 'white'), forceOf(board, 'black')];
  return ENDGAME_TYPES.find(type => RULES[type](forces));
}

function forceOf(board: Board, color: Color): Force {
  const queens = board.queen.intersect(board[color]).size();
  const rooks = board.rook.intersect(board[color]).size();
  const minors = board.bishop.union(board.knight).intersect(board[color]).size();
  return { queens, rooks, minors, points: 9 * queens + 5 * rooks + 3 * minors };
}

/** Types that say little: a later one that says more takes their place. */
export const isCatchAll = (type: EndgameType): boolean => type === 'Endgame' || type === 'Transitional';
