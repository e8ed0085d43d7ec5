import { attacks, between } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import { COLORS, type Color, type Role, type Square } from 'chessops/types';
import { attackersOf, bestCapture, type Capture, CHEAPEST_FIRST, exchange } from '../../chess/exchange.ts';
import { other, type Position } from '../../chess/position.ts';
import { asSeenBy } from '../../chess/squares.ts';

/** Two men on a line of a long-range piece with nothing between: it meets `front` first, then `behind`. */
export interface SliderAlignment {
  slider: Square;
  front: Square;
  behind: Square;
}

/** `guard` keeps `ward` from being taken: without him it would be lost. */
export interface Duty {
  guard: Square;
  ward: Square;
}

type BySide<T> = Readonly<Record<Color, T>>;

/** A position with everything that several detectors need, computed once. */
export interface Sight {
  readonly position: Position;
  readonly board: Board;
  readonly kings: BySide<Square>;
  /** The squares that the man on each square attacks or guards. */
  readonly reach: readonly SquareSet[];
  /** Every capture that a side could play if it were to move, with the cheapest men first. Checks are ignored. */
  readonly captures: BySide<readonly Capture[]>;
  /** The pairs of men on the lines of a side's long-range pieces. */
  readonly alignments: BySide<readonly SliderAlignment[]>;
  /** The guards of a side's men, each with the man that it keeps from being taken. */
  readonly duties: BySide<readonly Duty[]>;
}

type Lines = Pick<Sight, 'board' | 'reach'>;

export function sightOf(position: Position): Sight {
  const { board } = position;
  const reach: SquareSet[] = Array.from({ length: 64 }, () => SquareSet.empty());
  for (const color of COLORS)
    for (const square of board[color])
      reach[square] = attacks({ role: roleAt({ board }, square), color }, square, board.occupied);
  const lines = { board, reach };
  const captures = { white: capturesOf(lines, 'white'), black: capturesOf(lines, 'black') };
  return {
    position,
    board,
    kings: { white: board.kingOf('white') as Square, black: board.kingOf('black') as Square },
    reach,
    captures,
    alignments: { white: alignmentsOf(lines, 'white'), black: alignmentsOf(lines, 'black') },
    duties: { white: dutiesOf(board, 'white', captures.black), black: dutiesOf(board, 'black', captures.white) },
  };
}

export const roleAt = ({ board }: Pick<Sight, 'board'>, square: Square): Role => board.getRole(square) as Role;

export const reachOf = ({ reach }: Pick<Sight, 'reach'>, square: Square): SquareSet => reach[square] as SquareSet;

/** The squares that several men together attack or guard. */
export function together(sight: Pick<Sight, 'reach'>, men: SquareSet): SquareSet {
  let seen = SquareSet.empty();
  for (const man of men) seen = seen.union(reachOf(sight, man));
  return seen;
}

/** All men but pawns and kings. */
export const piecesOf = ({ board }: Pick<Sight, 'board'>, side: Color): SquareSet =>
  board[side].diff(board.pawn).diff(board.king);

/** What one man wins by taking another; undefined where he may not or cannot. */
export function gainOf({ board, captures }: Sight, from: Square, to: Square): number | undefined {
  const side = board.getColor(from);
  return side && captures[side].find(capture => capture.from === from && capture.to === to)?.gain;
}

/** Whether the enemy wins something by taking this man. */
export function isLosable({ board, captures }: Sight, square: Square): boolean {
  const side = board.getColor(square);
  return side !== undefined && captures[other(side)].some(({ to, gain }) => to === square && gain > 0);
}

/** What a long-range piece would win by taking `behind` if `front` were gone. */
export const gainThrough = ({ board }: Sight, { slider, front, behind }: SliderAlignment): number =>
  exchange(board, { from: slider, to: behind }, { men: board.occupied.without(front) }) ?? Number.NEGATIVE_INFINITY;

function capturesOf({ board, reach }: Lines, side: Color): Capture[] {
  const captures: Capture[] = [];
  const victims = board[other(side)].diff(board.king);
  for (const role of CHEAPEST_FIRST)
    for (const from of asSeenBy(side, board.pieces(side, role)))
      for (const to of asSeenBy(side, reachOf({ reach }, from).intersect(victims))) {
        const gain = exchange(board, { from, to });
        if (gain !== undefined) captures.push({ from, to, gain });
      }
  return captures;
}

function alignmentsOf({ board, reach }: Lines, side: Color): SliderAlignment[] {
  const alignments: SliderAlignment[] = [];
  for (const slider of asSeenBy(side, board.sliders().intersect(board[side]))) {
    const fronts = reachOf({ reach }, slider).intersect(board.occupied);
    // Each line has one front, so all of them can be thought away at once.
    const men = board.occupied.diff(fronts);
    const through = attacks({ role: roleAt({ board }, slider), color: side }, slider, men);
    for (const behind of asSeenBy(side, through.intersect(men))) {
      const front = between(slider, behind).intersect(fronts).first();
      if (front !== undefined) alignments.push({ slider, front, behind });
    }
  }
  return alignments;
}

/** Guarding a pawn does not count: otherwise half of all guards would be busy. */
function dutiesOf(board: Board, side: Color, enemyCaptures: readonly Capture[]): Duty[] {
  const duties: Duty[] = [];
  const wards = new Set(enemyCaptures.map(({ to }) => to).filter(to => !board.pawn.has(to)));
  for (const ward of wards) {
    if (enemyCaptures.some(({ to, gain }) => to === ward && gain > 0)) continue;
    for (const guard of asSeenBy(side, attackersOf(board, ward, board.occupied).intersect(board[side]))) {
      const lost = bestCapture(board, ward, other(side), board.occupied.without(guard));
      if (lost && lost.gain > 0) duties.push({ guard, ward });
    }
  }
  return duties;
}
