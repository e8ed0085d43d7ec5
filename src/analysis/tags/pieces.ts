import { between, pawnAttacks } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';
import { exchange } from '../../chess/exchange.ts';
import { other } from '../../chess/position.ts';
import { ahead, asSeenBy, fileAt, filesBeside, ownRank } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import { isLosable, piecesOf, reachOf, type Sight, together } from './sight.ts';

/** The fourth to the sixth rank: where an outpost hurts and can still be held. */
const OUTPOST_RANKS = [3, 4, 5];
/** How many more squares to go to count as more mobility. */
const MORE_MOBILE = 8;

export function pieceTags(sight: Sight, side: Color): Tag[] {
  const { board } = sight;
  const tags: Tag[] = [];
  const minors = board.knight.union(board.bishop).intersect(board[side]);
  for (const square of asSeenBy(side, minors))
    if (isOutpost(sight, square, side)) tags.push(tag('pieces.outpost', side, [square]));
  for (const square of asSeenBy(side, piecesOf(sight, side))) {
    if (!isLosable(sight, square)) continue;
    tags.push(tag('pieces.hanging', side, [square]));
    if (isTrapped(sight, square, side)) tags.push(tag('pieces.trapped', side, [square]));
  }
  for (const square of asSeenBy(side, board.pieces(side, 'pawn')))
    if (isLosable(sight, square)) tags.push(tag('pieces.hanging.pawn', side, [square]));
  tags.push(...overloaded(sight, side));
  if (mobilityOf(sight, side) >= mobilityOf(sight, other(side)) + MORE_MOBILE) tags.push(tag('pieces.mobility', side));
  if (hasPair(sight, side) && !hasPair(sight, other(side)))
    tags.push(tag('pieces.bishops', side, asSeenBy(side, board.pieces(side, 'bishop'))));
  return tags;
}

/** A pawn guards it, and no enemy pawn can ever come to drive it away. */
function isOutpost({ board }: Sight, square: Square, side: Color): boolean {
  if (!OUTPOST_RANKS.includes(ownRank(side, square))) return false;
  const drivers = filesBeside(squareFile(square)).intersect(ahead(side, square));
  return (
    pawnAttacks(other(side), square).intersects(board.pieces(side, 'pawn')) &&
    board.pieces(other(side), 'pawn').isDisjoint(drivers)
  );
}

/**
 * It is lost where it stands, it is lost wherever it goes, and its attacker cannot be taken for it. A pinned
 * piece is not called trapped: that it cannot move is what the pin says.
 */
function isTrapped({ board, reach, captures, alignments, kings }: Sight, square: Square, side: Color): boolean {
  const pinned = alignments[other(side)].some(({ front, behind }) => front === square && behind === kings[side]);
  if (pinned) return false;
  for (const to of reachOf({ reach }, square).diff(board[side])) {
    const gain = exchange(board, { from: square, to });
    if (gain !== undefined && gain >= 0) return false;
  }
  const isTakeable = (attacker: Square) => captures[side].some(({ to, gain }) => to === attacker && gain >= 0);
  return captures[other(side)].some(({ from, to, gain }) => to === square && gain > 0 && !isTakeable(from));
}

function overloaded({ duties }: Sight, side: Color): Tag[] {
  const wards = new Map<Square, SquareSet>();
  for (const { guard, ward } of duties[side]) wards.set(guard, (wards.get(guard) ?? SquareSet.empty()).with(ward));
  return [...wards].flatMap(([guard, all]) =>
    all.moreThanOne() ? [tag('pieces.overloaded', side, [guard, ...asSeenBy(side, all)])] : [],
  );
}

/** Squares that pieces can go to without being taken by a pawn. */
function mobilityOf(sight: Sight, side: Color): number {
  const forbidden = together(sight, sight.board.pieces(other(side), 'pawn')).union(sight.board[side]);
  let squares = 0;
  for (const piece of piecesOf(sight, side)) squares += reachOf(sight, piece).diff(forbidden).size();
  return squares;
}

function hasPair({ board }: Sight, side: Color): boolean {
  const bishops = board.pieces(side, 'bishop');
  return bishops.intersects(SquareSet.lightSquares()) && bishops.intersects(SquareSet.darkSquares());
}

/** Where minor pieces and the queen start, as files. */
const HOMES = {
  knight: [1, 6],
  bishop: [2, 5],
  queen: [3],
} as const;
const MINORS_AND_QUEEN = ['knight', 'bishop', 'queen'] as const;

/** With this many pieces left on the board or fewer it is an endgame, in which development does not matter. */
const ENDGAME_PIECES = 6;

export function developmentTags(sight: Sight, side: Color): Tag[] {
  const { board } = sight;
  const tags: Tag[] = [];
  const rooks = connectedRooks(sight, side);
  if (rooks.length > 0) tags.push(tag('development.rooks.connected', side, rooks));
  if (piecesOf(sight, 'white').size() + piecesOf(sight, 'black').size() <= ENDGAME_PIECES) return tags;
  const backrank = SquareSet.backrank(side);
  for (const role of MINORS_AND_QUEEN)
    for (const square of asSeenBy(side, board.pieces(side, role).intersect(backrank)))
      if (HOMES[role].some(file => file === squareFile(square)))
        tags.push(tag(`development.undeveloped.${role}`, side, [square]));
  for (const square of asSeenBy(side, board.pieces(side, 'rook').intersect(backrank).intersect(SquareSet.corners()))) {
    const closed = board.pieces(side, 'pawn').intersects(fileAt(squareFile(square)));
    if (closed && !rooks.includes(square)) tags.push(tag('development.undeveloped.rook', side, [square]));
  }
  return tags;
}

/** Two rooks that guard each other along a rank. */
function connectedRooks({ board }: Sight, side: Color): Square[] {
  const rooks = [...asSeenBy(side, board.pieces(side, 'rook'))];
  for (const [index, left] of rooks.entries())
    for (const right of rooks.slice(index + 1))
      if (squareRank(left) === squareRank(right) && between(left, right).isDisjoint(board.occupied))
        return [left, right];
  return [];
}
