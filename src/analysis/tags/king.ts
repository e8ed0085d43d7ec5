import { kingAttacks } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { squareFile } from 'chessops/util';
import { attackersOf } from '../../chess/exchange.ts';
import { other } from '../../chess/position.ts';
import { ahead, asSeenBy, fileAt, ownRank } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import { piecesOf, reachOf, type Sight } from './sight.ts';

/** How far before the king a pawn still shields him. */
const SHIELD_RANKS = 2;
/** How many pieces have to look at a king; one alone is no attack. */
const MANY_ATTACKERS = 2;
/** c and g: from there on a king is out of the middle. */
const [LAST_LEFT, FIRST_RIGHT] = [2, 6];
const SECOND_RANK = 1;

export function kingTags(sight: Sight, side: Color): Tag[] {
  const { board, kings } = sight;
  const king = kings[side];
  // Against less than a queen or two rooks a king may walk: there is little to hide from.
  const tags = isHunted(sight, side) ? [...placeTags(sight, side, king), ...shieldTags(sight, side, king)] : [];
  const zone = kingAttacks(king).with(king);
  const attackers = [...asSeenBy(side, piecesOf(sight, other(side)))].filter(from =>
    reachOf(sight, from).intersects(zone),
  );
  if (attackers.length >= MANY_ATTACKERS) tags.push(tag('king.attackers', side, [king, ...attackers]));
  const checkers = attackersOf(board, king, board.occupied).intersect(board[other(side)]);
  if (checkers.nonEmpty()) tags.push(tag('king.check', side, [king, ...asSeenBy(side, checkers)]));
  return tags;
}

const isHunted = ({ board }: Sight, side: Color): boolean =>
  board.pieces(other(side), 'queen').nonEmpty() || board.pieces(other(side), 'rook').moreThanOne();

function placeTags({ board, position }: Sight, side: Color, king: Square): Tag[] {
  const file = squareFile(king);
  const home = ownRank(side, king) === 0;
  const rights = position.castles.castlingRights.intersects(SquareSet.backrank(side));
  if (!rights && home && (file <= LAST_LEFT || file >= FIRST_RIGHT)) {
    // A king who walked there has his rook still in the corner behind him.
    const corner = SquareSet.backrank(side).intersect(beyond(king));
    return board.pieces(side, 'rook').isDisjoint(corner) ? [tag('king.castled', side, [king])] : [];
  }
  const middle = file > LAST_LEFT && file < FIRST_RIGHT && ownRank(side, king) <= SECOND_RANK;
  const queens = board.pieces(other(side), 'queen').nonEmpty();
  return !rights && middle && queens ? [tag('king.center', side, [king])] : [];
}

/** The files between a king and the nearer edge. */
function beyond(king: Square): SquareSet {
  const file = squareFile(king);
  const files = file <= LAST_LEFT ? [0, 1, 2].filter(f => f < file) : [6, 7].filter(f => f > file);
  return files.reduce((set, f) => set.union(fileAt(f)), SquareSet.empty());
}

/** The king's own file and the ones beside it, as far as there are any. */
function shieldTags({ board }: Sight, side: Color, king: Square): Tag[] {
  const tags: Tag[] = [];
  const pawns = board.pieces(side, 'pawn');
  const near = pawns.intersect(ranksBefore(side, king));
  let shield = SquareSet.empty();
  const files = [-1, 0, 1].map(step => squareFile(king) + step).filter(file => file >= 0 && file <= 7);
  for (const file of files) {
    const wall = near.intersect(fileAt(file));
    shield = shield.union(wall);
    const place = [king, gateOf(side, file)];
    if (wall.isEmpty()) tags.push(tag('king.shield.missing', side, place));
    if (board.pawn.isDisjoint(fileAt(file))) tags.push(tag('king.file.open', side, place));
    else if (pawns.isDisjoint(fileAt(file))) tags.push(tag('king.file.halfopen', side, place));
  }
  if (tags.every(({ name }) => name !== 'king.shield.missing'))
    tags.push(tag('king.shield.intact', side, [king, ...asSeenBy(side, shield)]));
  return tags;
}

/** The ranks on which a pawn shields a king. */
const ranksBefore = (side: Color, king: Square): SquareSet => {
  const last = king + (side === 'white' ? 8 : -8) * SHIELD_RANKS;
  const before = ahead(side, king);
  return last >= 0 && last < 64 ? before.diff(ahead(side, last)) : before;
};

/** Where the enemy would come in on a file: the square that the pawn of that file starts on. */
const gateOf = (side: Color, file: number): Square => file + 8 * (side === 'white' ? 1 : 6);
