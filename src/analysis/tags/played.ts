import { between, ray } from 'chessops/attacks';
import type { Color, NormalMove, Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { attackersOf, exchange } from '../../chess/exchange.ts';
import { after, other, type Position } from '../../chess/position.ts';
import type { Tag, TagName } from './names.ts';
import { gainOf, reachOf, roleAt, type Sight, sightOf } from './sight.ts';
import { tagsOfSight } from './tags.ts';

/** A move between two positions as the detectors see them. */
interface Played {
  side: Color;
  move: NormalMove;
  before: Sight;
  after: Sight;
}

type Squares = readonly Square[];

/** Tags of the mover before the move, each with the condition under which the move uses it. */
const USED: Partial<Record<TagName, (squares: Squares, played: Played) => boolean>> = {
  'tactic.discovered': unveils,
  'tactic.defender': ([taker, guard], { move }) => taker === move.from && guard === move.to,
  'tactic.backrank': ([attacker, , entry], { move }) => attacker === move.from && entry === move.to,
};

/** Tags of the mover after the move, each with the condition under which the move has caused it. */
const MADE: Partial<Record<TagName, (squares: Squares, played: Played) => boolean>> = {
  'tactic.fork': ([attacker], { move }) => attacker === move.to,
  'tactic.skewer': ([slider, front, behind], { move }) =>
    slider === move.to ||
    between(slider as Square, behind as Square)
      .without(front as Square)
      .has(move.from),
  'tactic.pin.absolute': isPinUsed,
  'tactic.pin.relative': ([slider], { move }) => slider === move.to,
  'tactic.double': ([one, , two], { move }) => one === move.to || two === move.to,
};

/**
 * The tactics that a move plays: what it makes (a fork), what it makes use of (a pin, a piece that hangs), and what it
 * catches (a piece that is trapped from now on). Tags of the other side are its pieces that hang or are trapped.
 */
export function playedTactics(position: Position, move: NormalMove): Tag[] {
  const before = sightOf(position);
  const played: Played = { side: position.turn, move, before, after: sightOf(after(position, move)) };
  const old = tagsOfSight(before);
  return [
    ...old.filter(tag => tag.side === played.side && USED[tag.name]?.(squaresOf(tag), played)),
    ...old.filter(tag => tag.name === 'pieces.hanging' && tag.side !== played.side && isFree(squaresOf(tag), played)),
    ...tagsOfSight(played.after).filter(
      tag => (tag.side === played.side && MADE[tag.name]?.(squaresOf(tag), played)) || isCaught(tag, old, played),
    ),
  ];
}

const squaresOf = ({ squares }: Tag): Square[] => squares.map(square => parseSquare(square));

/**
 * The man in front has left the line, and what is behind is a king, is won, or at least the move gives check as well.
 */
function unveils([slider, front, behind]: Squares, { move, after, side }: Played): boolean {
  if (front !== move.from || ray(slider as Square, behind as Square).has(move.to)) return false;
  if (after.kings[other(side)] === behind) return true;
  const gain = gainOf(after, slider as Square, behind as Square) ?? -1;
  return gain > 0 || (gain === 0 && after.position.isCheck());
}

/** The pinned man can be won, or would win something himself if he were not pinned. */
function isPinUsed([slider, pinned, king]: Squares, { after, side }: Played): boolean {
  const [from, to] = [slider as Square, pinned as Square];
  if (roleAt(after, to) !== 'pawn' && (gainOf(after, from, to) ?? 0) > 0) return true;
  const { board } = after;
  const prey = reachOf(after, to)
    .intersect(board[side])
    .diff(ray(from, king as Square));
  return [...prey].some(
    victim => (exchange(board, { from: to, to: victim }, { men: board.occupied.without(from) }) ?? 0) > 0,
  );
}

/** The move takes a piece that is not guarded. */
function isFree([piece]: Squares, { move, before, side }: Played): boolean {
  if (piece !== move.to) return false;
  const { board } = before;
  return attackersOf(board, piece, board.occupied.without(move.from)).isDisjoint(board[other(side)]);
}

/** A piece of the other side that has no way out from now on; a check has to be met first, so it does not count. */
function isCaught({ name, side, squares }: Tag, old: readonly Tag[], { side: mover, after }: Played): boolean {
  if (name !== 'pieces.trapped' || side === mover || after.position.isCheck()) return false;
  return !old.some(before => before.name === name && before.squares[0] === squares[0]);
}
