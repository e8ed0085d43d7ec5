import { between } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';
import { asSeenBy, fileAt } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import { piecesOf, type Sight } from './sight.ts';

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
