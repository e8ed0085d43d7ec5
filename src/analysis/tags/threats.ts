import { attacks } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import { type Color, type NormalMove, ROLES, type Role, type Square } from 'chessops/types';
import { exchange } from '../../chess/exchange.ts';
import { after, other, type Position, withMove } from '../../chess/position.ts';
import { asSeenBy } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import type { Sight } from './sight.ts';

/**
 * What a side can do if it is to move, and what it threatens if it is not: what it would do if the other side passed.
 * A side that gives check threatens to take the king and nothing else, so of its threats only captures are told.
 */
export function threatTags(sight: Sight, side: Color): Tag[] {
  const { position } = sight;
  if (position.turn !== side && position.isCheck()) return captureTags(sight, side);
  const mover = withMove(position, side);
  return [...mateTags(sight, mover), ...captureTags(sight, side), ...promotionTags(mover)];
}

const isLastRank = (square: Square): boolean => SquareSet.backranks().has(square);

function mateTags(sight: Sight, mover: Position): Tag[] {
  const side = mover.turn;
  const context = mover.ctx();
  const mayCheck = checkFilter(sight, side);
  const tags: Tag[] = [];
  for (const from of asSeenBy(side, mover.board[side]))
    for (const to of asSeenBy(side, mover.dests(from, context)))
      if (movesOf(mover, from, to).some(move => mayCheck(move) && after(mover, move).isCheckmate()))
        tags.push(tag('threat.mate', side, [from, to]));
  return tags;
}

/** A rook or bishop does nothing to a king that a queen does not. */
const movesOf = ({ board }: Position, from: Square, to: Square): NormalMove[] =>
  board.pawn.has(from) && isLastRank(to)
    ? [
        { from, to, promotion: 'queen' },
        { from, to, promotion: 'knight' },
      ]
    : [{ from, to }];

/**
 * Whether a move may give check, which is cheaper to ask than whether it mates. A check is seen from the king: a man
 * of that kind on his square would look at the place the mover goes to.
 */
function checkFilter({ board, kings, alignments }: Sight, side: Color): (move: NormalMove) => boolean {
  const king = kings[other(side)];
  const seenFromKing = (role: Role): SquareSet => attacks({ role, color: other(side) }, king, board.occupied);
  const places = Object.fromEntries(ROLES.map(role => [role, seenFromKing(role)])) as Record<Role, SquareSet>;
  const unveiling = alignments[side].flatMap(({ front, behind }) => (behind === king ? [front] : []));
  return ({ from, to, promotion }) => {
    // These leave or enter lines in ways of their own; there are few of them.
    const castles = board.king.has(from) && board[side].has(to);
    const passes = board.pawn.has(from) && !board.occupied.has(to) && (from - to) % 8 !== 0;
    if (promotion || castles || passes) return true;
    return places[board.getRole(from) as Role].has(to) || unveiling.includes(from);
  };
}

/** The best way to take each man that can be won. */
function captureTags({ captures, position }: Sight, side: Color): Tag[] {
  const isTurn = position.turn === side;
  const context = isTurn ? position.ctx() : undefined;
  const best = new Map<Square, { from: Square; gain: number }>();
  for (const { from, to, gain } of [...captures[side], ...(isTurn ? passing(position) : [])]) {
    if (gain <= (best.get(to)?.gain ?? 0) || (context && !position.dests(from, context).has(to))) continue;
    best.set(to, { from, gain });
  }
  return [...best].map(([to, { from }]) => tag('threat.capture', side, [from, to]));
}

function passing({ board, turn, epSquare }: Position): { from: Square; to: Square; gain: number }[] {
  if (epSquare === undefined) return [];
  const pawns = attacks({ role: 'pawn', color: other(turn) }, epSquare, board.occupied).intersect(
    board.pieces(turn, 'pawn'),
  );
  return [...asSeenBy(turn, pawns)].map(from => ({
    from,
    to: epSquare,
    gain: exchange(board, { from, to: epSquare }, { enPassant: epSquare }) ?? 0,
  }));
}

/** Pawns that become queens and are not lost at once. */
function promotionTags(mover: Position): Tag[] {
  const { board, turn } = mover;
  const seventh = SquareSet.fromRank(turn === 'white' ? 6 : 1);
  const tags: Tag[] = [];
  const context = mover.ctx();
  for (const from of asSeenBy(turn, board.pieces(turn, 'pawn').intersect(seventh)))
    for (const to of asSeenBy(turn, mover.dests(from, context)))
      if ((exchange(board, { from, to }) ?? 0) > 0) tags.push(tag('threat.promotion', turn, [from, to]));
  return tags;
}
