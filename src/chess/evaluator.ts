import { attacks, kingAttacks } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Role, Square } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';
import { endingOf, other, type Position, withMove } from './position.ts';
import { cp, mate, type Score, turnScore } from './score.ts';
import { ahead, fileAt, filesBeside, fromOwnSide, ownRank } from './squares.ts';

// A static evaluator. All factors are centipawns near those of a fit to games (docs/decisions.md).

const PIECES = ['knight', 'bishop', 'rook', 'queen'] as const satisfies readonly Role[];
type PieceRole = (typeof PIECES)[number];
const MEN = ['pawn', ...PIECES] as const;

/** The king has no value: he is never off the board. */
export const PIECE_VALUES: Record<(typeof MEN)[number], number> = {
  pawn: 100,
  knight: 320,
  bishop: 330,
  rook: 500,
  queen: 900,
};

const CHECK = 50;

/**
 * A score without an engine: for previews, frames of animations and when no engine is up. It looks at the board and not
 * ahead, and whose move it is counts for nothing, except that only the side to move can be in check.
 *
 * A finished game has the score of its result: 0 for a draw, and for checkmate a mate in 1 by the winner, as an
 * engine's "mate 0" is read here, so that the bar is full. Its words are those of `resultWords`, not of the score.
 */
export function staticScore(position: Position): Score {
  const ending = endingOf(position);
  if (ending) return ending === 'checkmate' ? turnScore(mate(-1), position.turn) : cp(0);
  const { board, turn } = position;
  let sum = standing(board, 'white') - standing(board, 'black');
  sum += mobilityBonus(mobility(position, 'white') - mobility(position, 'black'));
  if (position.isCheck()) sum += turn === 'white' ? -CHECK : CHECK;
  return cp(sum);
}

const standing = (board: Board, color: Color): number =>
  menOf(board, color) + pawnStructure(board, color) + kingPlace(board, color);

function menOf(board: Board, color: Color): number {
  let sum = 0;
  for (const role of MEN)
    for (const square of board.pieces(color, role)) sum += PIECE_VALUES[role] + squareValue(role, color, square);
  return sum;
}

export const TABLES = [...MEN, 'king', 'king-endgame'] as const;
export type Table = (typeof TABLES)[number];

/** 0 at the edge of the board, 3 on the two lines in the middle. */
const centre = (line: number): number => Math.min(line, 7 - line);

const SEVENTH = 6;

/**
 * What a square is worth to a man. No table is copied from an engine or an article: each is drawn from two ideas, how
 * near the middle and how far ahead. Both lines count from 0, the rank from the man's own side.
 */
const FORMULAS: Record<Table, (file: number, rank: number) => number> = {
  // Nothing where pawns start, so that a pawn more at the start is a pawn more.
  pawn: (file, rank) => (rank - 1) * (2 + centre(file)),
  knight: (file, rank) => 5 * (centre(file) + centre(rank)) - 15,
  bishop: (file, rank) => 4 * (centre(file) + centre(rank)) - 12,
  rook: (file, rank) => 3 * centre(file) - 4 + (rank === SEVENTH ? 25 : 0),
  queen: (file, rank) => 2 * (centre(file) + centre(rank)) - 6,
  king: (file, rank) => 30 - 15 * centre(file) - 10 * rank,
  'king-endgame': (file, rank) => 6 * (centre(file) + centre(rank)) - 18,
};

/** No square makes up for a pawn. */
const MOST_FOR_A_SQUARE = 50;

const draw = (table: Table): number[] =>
  Array.from({ length: 64 }, (_, square) =>
    Math.max(-MOST_FOR_A_SQUARE, Math.min(MOST_FOR_A_SQUARE, FORMULAS[table](squareFile(square), squareRank(square)))),
  );

const SQUARE_VALUES = Object.fromEntries(TABLES.map(table => [table, draw(table)])) as Record<Table, number[]>;

export const squareValue = (table: Table, color: Color, square: Square): number =>
  SQUARE_VALUES[table][fromOwnSide(color, square)] as number;

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

/** How much each piece can do against a king; what a side starts with adds up to FULL_FORCE. */
const FORCE: Record<PieceRole, number> = { knight: 1, bishop: 1, rook: 2, queen: 4 };
const FULL_FORCE = 12;

function forceOf(board: Board, color: Color): number {
  let force = 0;
  for (const role of PIECES) force += FORCE[role] * board.pieces(color, role).size();
  return Math.min(FULL_FORCE, force);
}

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

const FOR_A_MOVE = 10;
/** The most moves that any difference counts for. */
const MOST_MOVES = 5;

/**
 * What a difference in moves is worth: a tenth of a pawn a move, and less for each further one. In full, what a queen
 * and a bishop can do without the pawn before them would outweigh the pawn (docs/decisions.md).
 */
export const mobilityBonus = (difference: number): number =>
  Math.trunc((FOR_A_MOVE * MOST_MOVES * difference) / (MOST_MOVES + Math.abs(difference)));
