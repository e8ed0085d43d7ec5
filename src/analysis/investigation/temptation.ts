import type { SquareSet } from 'chessops/squareSet';
import type { Role, Square, SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { exchange, WORTH } from '../../chess/exchange.ts';
import type { Position } from '../../chess/position.ts';
import { diffTags } from '../tags/changes.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { playedTactics } from '../tags/played.ts';
import { tagsOf } from '../tags/tags.ts';
import { isCastling, type LineStep, victimOf } from './lines.ts';

/** Why a move looks good: the first thing that a player sees in it. */
export type Temptation =
  | { kind: 'promotion'; role: Role }
  /** `gain`: in pawns, if both sides go on taking there. */
  | { kind: 'capture'; role: Role; gain: number }
  /** The move answers a check. */
  | { kind: 'escape' }
  | { kind: 'tactic'; name: TagName }
  | { kind: 'mate-threat' }
  | { kind: 'trade' }
  | { kind: 'attack'; role: Role; square: SquareName }
  /** A piece of the mover that could be won is safe now. */
  | { kind: 'rescue'; role: Role; square: SquareName }
  | { kind: 'castling' }
  | { kind: 'check' }
  | { kind: 'development'; role: Role }
  /** The move gives up material. */
  | { kind: 'offer' }
  | { kind: 'plain' };

export function temptationOf(step: LineStep): Temptation {
  const { before, move, after } = step;
  if (move.promotion) return { kind: 'promotion', role: move.promotion };
  const victim = victimOf(step);
  const gain = exchange(before.board, move, { enPassant: before.epSquare, men: unpinned(before) }) ?? 0;
  if (victim && gain > 0) return { kind: 'capture', role: victim, gain };
  if (before.isCheck()) return { kind: 'escape' };
  const [tactic] = playedTactics(before, move);
  if (tactic) return { kind: 'tactic', name: tactic.name };
  const [old, now] = [tagsOf(before), tagsOf(after)];
  const { gained, lost } = diffTags(old, now, move);
  const ours = (tags: readonly Tag[], name: TagName) =>
    tags.filter(tag => tag.name === name && tag.side === before.turn);
  if (ours(gained, 'threat.mate').length > 0) return { kind: 'mate-threat' };
  if (victim && gain === 0) return { kind: 'trade' };
  if (gain < 0) return { kind: 'offer' };
  const attacked = mostValuable(step, ours(gained, 'threat.capture'), 1);
  if (attacked) return { kind: 'attack', ...attacked };
  const stillHangs = (square: SquareName) => ours(now, 'pieces.hanging').some(({ squares }) => squares[0] === square);
  const moved = makeSquare(move.from);
  const saved = ours(lost, 'pieces.hanging').filter(({ squares: [square] }) => square && !stillHangs(square));
  const rescued = mostValuable({ ...step, after: before }, saved, 0);
  if (rescued && !(rescued.square === moved && stillHangs(makeSquare(move.to)))) return { kind: 'rescue', ...rescued };
  if (isCastling(step)) return { kind: 'castling' };
  if (after.isCheck()) return { kind: 'check' };
  const role = before.board.getRole(move.from) as Role;
  const isDeveloped = lost.some(
    ({ name, squares }) => name === `development.undeveloped.${role}` && squares[0] === moved,
  );
  return isDeveloped ? { kind: 'development', role } : { kind: 'plain' };
}

/** All men but the mover's in a relative pin, which guard nothing at a glance. */
function unpinned(position: Position): SquareSet {
  const { board, turn } = position;
  const pins = tagsOf(position).filter(({ name, side }) => name === 'tactic.pin.relative' && side === turn);
  return pins.reduce((men, { squares: [, pinned] }) => men.without(parseSquare(pinned as SquareName)), board.occupied);
}

/** The most valuable man on the squares at this place of the tags. */
function mostValuable(
  { after: { board } }: LineStep,
  tags: readonly Tag[],
  place: number,
): { role: Role; square: SquareName } | undefined {
  const men = tags.flatMap(({ squares }) => {
    const square = squares[place];
    const role = square && board.getRole(parseSquare(square) as Square);
    return role ? [{ role, square }] : [];
  });
  return men.sort((a, b) => WORTH[b.role] - WORTH[a.role])[0];
}
