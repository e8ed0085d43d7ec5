import { between, kingAttacks, ray } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Color, Square } from 'chessops/types';
import { attackersOf, bestCapture, WORTH } from '../../chess/exchange.ts';
import { other } from '../../chess/position.ts';
import { asSeenBy, ownRank } from '../../chess/squares.ts';
import { type Tag, tag } from './names.ts';
import { gainOf, gainThrough, isLosable, reachOf, roleAt, type Sight, type SliderAlignment } from './sight.ts';

/** The tactics of a side on the board, whichever side is to move. */
export function tacticTags(sight: Sight, side: Color): Tag[] {
  return [
    ...forks(sight, side),
    ...alignedTactics(sight, side),
    ...doubleAttacks(sight, side),
    ...backRank(sight, side),
    ...loneDefenders(sight, side),
  ];
}

/** One man attacks the king and a piece, or two pieces, each of which it would win; and it is not simply taken. */
function forks(sight: Sight, side: Color): Tag[] {
  const { board } = sight;
  const tags: Tag[] = [];
  for (const attacker of asSeenBy(side, board[side].diff(board.king))) {
    const victims = reachOf(sight, attacker).intersect(board[other(side)]).diff(board.pawn);
    if (!victims.moreThanOne() || isLosable(sight, attacker)) continue;
    const targets = [...asSeenBy(side, victims)].filter(victim => isTarget(sight, attacker, victim));
    if (targets.length > 1) tags.push(tag('tactic.fork', side, [attacker, ...byWorth(sight, targets)]));
  }
  return tags;
}

/** A king, or a piece that would be won and cannot take its attacker instead. */
function isTarget(sight: Sight, attacker: Square, victim: Square): boolean {
  return (
    roleAt(sight, victim) === 'king' ||
    ((gainOf(sight, attacker, victim) ?? 0) > 0 && !takesBack(sight, victim, attacker))
  );
}

const takesBack = (sight: Sight, victim: Square, attacker: Square): boolean =>
  (gainOf(sight, victim, attacker) ?? -1) >= 0;

/** The most valuable first; `toSorted` keeps the order of equals. */
const byWorth = (sight: Sight, squares: readonly Square[]): Square[] =>
  squares.toSorted((a, b) => WORTH[roleAt(sight, b)] - WORTH[roleAt(sight, a)]);

function alignedTactics(sight: Sight, side: Color): Tag[] {
  const { board, alignments } = sight;
  const tags: Tag[] = [];
  for (const alignment of alignments[side]) {
    const { slider, front, behind } = alignment;
    if (!board[other(side)].has(behind)) continue;
    const name = board[side].has(front) ? discovered(sight, alignment) : pinOrSkewer(sight, alignment, side);
    if (name) tags.push(tag(name, side, [slider, front, behind]));
  }
  return tags;
}

/** The man in front is the attacker's own and can step aside; the man behind is then really attacked. */
function discovered(sight: Sight, alignment: SliderAlignment): 'tactic.discovered' | undefined {
  const { slider, front, behind } = alignment;
  const target = roleAt(sight, behind);
  if (target === 'pawn' || !canStepAside(sight, front, ray(slider, behind))) return undefined;
  // An even exchange will do: stepping aside with a check or a capture makes it more.
  return target === 'king' || gainThrough(sight, alignment) >= 0 ? 'tactic.discovered' : undefined;
}

function canStepAside({ board, reach }: Sight, front: Square, line: SquareSet): boolean {
  const color = board.getColor(front) as Color;
  const seen = reachOf({ reach }, front).diff(line);
  if (!board.pawn.has(front)) return seen.diff(board[color]).nonEmpty();
  const step = front + (color === 'white' ? 8 : -8);
  return seen.intersects(board[other(color)]) || (!board.occupied.has(step) && !line.has(step));
}

type LineTactic = 'tactic.pin.absolute' | 'tactic.pin.relative' | 'tactic.skewer';

function pinOrSkewer(sight: Sight, alignment: SliderAlignment, side: Color): LineTactic | undefined {
  const { slider, front, behind } = alignment;
  const [nearer, farther] = [roleAt(sight, front), roleAt(sight, behind)];
  if (farther === 'king')
    return nearer === 'pawn' && isIdle(sight, alignment, side) ? undefined : 'tactic.pin.absolute';
  if (nearer === 'pawn' || farther === 'pawn') return undefined;
  if (isLosable(sight, slider) || takesBack(sight, front, slider) || gainThrough(sight, alignment) <= 0)
    return undefined;
  if (WORTH[nearer] < WORTH[farther]) return 'tactic.pin.relative';
  if (WORTH[nearer] === WORTH[farther] || isLosable(sight, behind)) return undefined;
  const leaves = nearer === 'king' ? !kingCanGuard(sight, alignment, side) : (gainOf(sight, slider, front) ?? 0) > 0;
  return leaves ? 'tactic.skewer' : undefined;
}

/** A pinned pawn is worth a word only if it could take something off the line: f7 before a castled king is no news. */
const isIdle = (sight: Sight, { slider, front, behind }: SliderAlignment, side: Color): boolean =>
  reachOf(sight, front).diff(ray(slider, behind)).isDisjoint(sight.board[side]);

/** Whether a king who steps off the line still keeps what stood behind him, because the attacker is worth more. */
function kingCanGuard(sight: Sight, { slider, front, behind }: SliderAlignment, side: Color): boolean {
  if (WORTH[roleAt(sight, behind)] >= WORTH[roleAt(sight, slider)]) return false;
  const { board } = sight;
  const steps = kingAttacks(front).intersect(kingAttacks(behind)).diff(ray(slider, behind)).diff(board[other(side)]);
  const men = board.occupied.without(front);
  return [...steps].some(step => attackersOf(board, step, men).without(step).isDisjoint(board[side]));
}

/** Two targets of two different men, against which the other side has only one answer. */
function doubleAttacks(sight: Sight, side: Color): Tag[] {
  const attacks = new Map<Square, Square[]>();
  const { board, captures, kings } = sight;
  const king = kings[other(side)];
  const checkers = attackersOf(board, king, board.occupied).intersect(board[side]);
  if (checkers.nonEmpty()) attacks.set(king, [...asSeenBy(side, checkers)]);
  for (const { from, to, gain } of captures[side])
    if (gain > 0 && !board.pawn.has(to) && !takesBack(sight, to, from) && !isLosable(sight, from))
      attacks.set(to, [...(attacks.get(to) ?? []), from]);
  const targets = byWorth(sight, [...asSeenBy(side, setOf(attacks.keys()))]);
  for (const [index, first] of targets.entries())
    for (const second of targets.slice(index + 1))
      for (const one of attacks.get(first) ?? [])
        for (const two of attacks.get(second) ?? [])
          if (one !== two) return [tag('tactic.double', side, [one, first, two, second])];
  return [];
}

const setOf = (squares: Iterable<Square>): SquareSet => {
  let set = SquareSet.empty();
  for (const square of squares) set = set.with(square);
  return set;
};

/**
 * The enemy's king stands on his back rank without air, and a rook or queen can give check along it from a square
 * that more men attack than guard, with no man who could step between and be guarded there.
 */
function backRank(sight: Sight, side: Color): Tag[] {
  const { board, kings } = sight;
  const king = kings[other(side)];
  if (ownRank(other(side), king) !== 0) return [];
  const rank = SquareSet.backrank(other(side));
  const tags: Tag[] = [];
  for (const attacker of asSeenBy(side, board.rooksAndQueens().intersect(board[side]).diff(rank))) {
    if (hasAir(sight, king, attacker, side)) continue;
    const entries = [...asSeenBy(side, reachOf(sight, attacker).intersect(rank).diff(board[side]).without(king))];
    const entry = entries.find(square => isOpenTo(sight, attacker, square, king, side));
    if (entry !== undefined) tags.push(tag('tactic.backrank', side, [attacker, king, entry]));
  }
  return tags;
}

/** A free square before the king that only the attacker, who leaves, keeps him from. */
function hasAir({ board }: Sight, king: Square, attacker: Square, side: Color): boolean {
  const steps = kingAttacks(king)
    .diff(SquareSet.backrank(other(side)))
    .diff(board[other(side)]);
  const men = board.occupied.without(attacker).without(king);
  return [...steps].some(step => attackersOf(board, step, men).without(step).isDisjoint(board[side]));
}

function isOpenTo({ board }: Sight, attacker: Square, entry: Square, king: Square, side: Color): boolean {
  const path = between(entry, king);
  if (path.intersects(board.occupied)) return false;
  const left = board.occupied.without(attacker);
  const entering = attackersOf(board, entry, left).without(entry);
  if (entering.intersect(board[side]).size() < entering.intersect(board[other(side)]).size()) return false;
  return [...path].every(square => {
    // The attacker stands on the entry by now: he looks at the square, and no man looks through him.
    const others = attackersOf(board, square, left.with(entry)).without(entry);
    const guards = others.intersect(board[other(side)]);
    const interposes = guards.diff(board.king).diff(board.pawn).nonEmpty();
    return !interposes || others.intersect(board[side]).size() + 1 >= guards.size();
  });
}

/** A defender that can be taken without loss, and the man that falls when the defender is gone. */
function loneDefenders({ board, captures, duties }: Sight, side: Color): Tag[] {
  const tags: Tag[] = [];
  for (const { guard, ward } of duties[other(side)]) {
    const taker = captures[side].find(
      ({ from, to, gain }) =>
        to === guard &&
        gain >= 0 &&
        (bestCapture(board, ward, side, board.occupied.without(guard).without(from))?.gain ?? 0) > 0,
    );
    if (taker) tags.push(tag('tactic.defender', side, [taker.from, guard, ward]));
  }
  return tags;
}
