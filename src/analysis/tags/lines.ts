import { between, ray } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { parseSquare, squareFile, squareRank } from 'chessops/util';
import { other } from '../../chess/position.ts';
import { asSeenBy, fileAt, ownRank } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import { reachOf, type Sight } from './sight.ts';

const SEVENTH = 6;
/** The fifth rank: from there on ranks are worth a battery. */
const ENEMY_HALF = 4;

const LONG_DIAGONALS = [ray(parseSquare('a1'), parseSquare('h8')), ray(parseSquare('h1'), parseSquare('a8'))];

export function lineTags(sight: Sight, side: Color): Tag[] {
  return [...fileTags(sight, side), ...rookTags(sight, side), ...diagonalTags(sight, side), ...batteries(sight, side)];
}

const isOpen = ({ board }: Sight, file: number): boolean => board.pawn.isDisjoint(fileAt(file));

const isHalfOpen = (sight: Sight, file: number, side: Color): boolean =>
  !isOpen(sight, file) && sight.board.pieces(side, 'pawn').isDisjoint(fileAt(file));

function fileTags(sight: Sight, side: Color): Tag[] {
  const { board } = sight;
  // A file is of use to those who can stand on it.
  if (board.rooksAndQueens().isDisjoint(board[side])) return [];
  const tags: Tag[] = [];
  for (let file = 0; file < 8; file++) {
    const ends = side === 'white' ? [file, file + 56] : [file + 56, file];
    if (isOpen(sight, file)) tags.push(tag('lines.file.open', side, ends));
    if (isHalfOpen(sight, file, side)) tags.push(tag('lines.file.halfopen', side, ends));
  }
  return tags;
}

function rookTags(sight: Sight, side: Color): Tag[] {
  const { board, kings } = sight;
  const tags: Tag[] = [];
  for (const rook of asSeenBy(side, board.pieces(side, 'rook'))) {
    if (isOpen(sight, squareFile(rook))) tags.push(tag('lines.rook.open', side, [rook]));
    if (isHalfOpen(sight, squareFile(rook), side)) tags.push(tag('lines.rook.halfopen', side, [rook]));
    if (ownRank(side, rook) !== SEVENTH) continue;
    // On the seventh it either keeps the king back or eats pawns.
    const pawns = board.pieces(other(side), 'pawn').intersects(SquareSet.fromRank(squareRank(rook)));
    if (pawns || ownRank(other(side), kings[other(side)]) === 0) tags.push(tag('lines.rook.seventh', side, [rook]));
  }
  return tags;
}

/** Bishops that look through the middle of the board from corner to corner. */
function diagonalTags(sight: Sight, side: Color): Tag[] {
  const tags: Tag[] = [];
  for (const bishop of asSeenBy(side, sight.board.pieces(side, 'bishop'))) {
    const diagonal = LONG_DIAGONALS.find(line => line.has(bishop));
    if (diagonal?.intersect(SquareSet.center()).subsetOf(reachOf(sight, bishop).with(bishop)))
      tags.push(tag('lines.diagonal.long', side, [bishop]));
  }
  return tags;
}

/** Two long-range pieces one behind the other, on a line that both can move along; the foremost comes first. */
function batteries(sight: Sight, side: Color): Tag[] {
  const { board } = sight;
  const tags: Tag[] = [];
  const pieces = [...asSeenBy(side, board.sliders().intersect(board[side]))];
  for (const [index, back] of pieces.entries())
    for (const front of pieces.slice(index + 1))
      if (reachOf(sight, back).has(front) && reachOf(sight, front).has(back) && pointsAtEnemy(sight, back, front, side))
        tags.push(tag('lines.battery', side, [front, back]));
  return tags;
}

/** Along a rank only in the enemy's half, along anything else with something before it that is not its own. */
function pointsAtEnemy(sight: Sight, back: Square, front: Square, side: Color): boolean {
  if (squareRank(back) === squareRank(front)) return ownRank(side, front) >= ENEMY_HALF;
  const further = ray(back, front).intersect(reachOf(sight, front)).diff(between(back, front)).without(back);
  return further.diff(sight.board[side]).nonEmpty();
}
