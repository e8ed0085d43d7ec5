import type { Color, NormalMove, Role } from 'chessops/types';
import { bestCapture, WORTH } from '../../chess/exchange.ts';
import { after, moveOf, other, type Position, sanOf } from '../../chess/position.ts';
import type { Score } from '../../chess/score.ts';
import { changedThemes, diffTags } from '../tags/changes.ts';
import { type Family, familyOf, type Tag, type TagName } from '../tags/names.ts';
import { playedTactics } from '../tags/played.ts';
import { tagsOf } from '../tags/tags.ts';
import type { LineMove } from './report.ts';

/** How many tags of a move are reported at most. */
const MOST = { themes: 2, tactics: 3, gained: 10, lost: 10, threats: 5 };

/** The order in which tags are reported, by their family. */
const FIRST: Record<Family, number> = {
  tactic: 0,
  pieces: 1,
  king: 2,
  pawns: 3,
  lines: 4,
  center: 5,
  development: 6,
  threat: 7,
};

/** Sorts tags with the most telling first; tags of one kind keep their order. */
export const telling = (tags: readonly Tag[]): Tag[] =>
  [...tags].sort((a, b) => FIRST[familyOf(a.name)] - FIRST[familyOf(b.name)]);

/** A position on a line, and the move that is played there. */
export interface LineStep {
  before: Position;
  move: NormalMove;
  after: Position;
}

/** The positions and moves of a line in UCI, as far as the line is legal. */
export function stepsOf(start: Position, line: readonly string[]): LineStep[] {
  const steps: LineStep[] = [];
  let before = start;
  for (const uci of line) {
    const move = moveOf(before, uci);
    if (!move) break;
    const next = after(before, move);
    steps.push({ before, move, after: next });
    before = next;
  }
  return steps;
}

/** A move with the tags of everything that it does on the board. */
export function describe(
  { before, move, after: next }: LineStep,
  uci: string,
  score: Score | null,
  by: LineMove['by'],
): LineMove {
  const [old, now] = [tagsOf(before), tagsOf(next)];
  const { gained, lost } = diffTags(old, now, move);
  const isThreat = ({ name }: Tag) => familyOf(name) === 'threat';
  const tactics = new Set<TagName>(playedTactics(before, move).map(({ name }) => name));
  return {
    san: sanOf(before, move),
    uci,
    score,
    by: score ? by : null,
    themes: changedThemes(old, now)
      .slice(0, MOST.themes)
      .map(({ theme }) => theme),
    tactics: [...tactics].slice(0, MOST.tactics),
    gained: telling(gained.filter(tag => !isThreat(tag))).slice(0, MOST.gained),
    lost: telling(lost.filter(tag => !isThreat(tag))).slice(0, MOST.lost),
    threats: gained.filter(tag => isThreat(tag) && tag.side === before.turn).slice(0, MOST.threats),
  };
}

export const isCastling = ({ before: { board, turn }, move }: LineStep): boolean =>
  board.king.has(move.from) && board[turn].has(move.to);

/** The man that a move takes. */
export function victimOf(step: LineStep): Role | undefined {
  const { before, move } = step;
  const { board } = before;
  if (isCastling(step)) return undefined;
  const passes = board.pawn.has(move.from) && move.to === before.epSquare;
  return passes ? 'pawn' : board.getRole(move.to);
}

/** The men that one side loses and wins on a line, the most valuable first, without men that even out. */
interface Balance {
  /** In pawns. */
  net: number;
  lost: Role[];
  won: Role[];
}

/** How many captures may follow after the end of a line. */
const BEHIND = 8;

/** Promotions are not counted, and the loss of a promoted pawn is the loss of a pawn. */
export function balanceOf(steps: readonly LineStep[], side: Color): Balance {
  const taken: Record<Color, Role[]> = { white: [], black: [] };
  const made = new Map<number, Color>();
  for (const step of [...steps, ...behind(steps)]) {
    const { before, move } = step;
    const victim = victimOf(step);
    const wasPawn = made.delete(move.to);
    if (victim) taken[before.turn].push(wasPawn ? 'pawn' : victim);
    if (made.delete(move.from) || move.promotion) made.set(move.to, before.turn);
  }
  const [won, lost] = unmatched(taken[side], taken[other(side)]);
  return { net: sum(won) - sum(lost), lost, won };
}

/** The captures after the end of a line: each side takes what it can win, until there is nothing to win. */
function behind(steps: readonly LineStep[]): LineStep[] {
  const more: LineStep[] = [];
  let position = steps.at(-1)?.after;
  while (position && more.length < BEHIND) {
    const { board, turn } = position;
    const best = [...board[other(turn)].diff(board.king)]
      .flatMap(square => bestCapture(board, square, turn) ?? [])
      .sort((a, b) => b.gain - a.gain)[0];
    const isQueening = best && board.pawn.has(best.from) && (best.to < 8 || best.to >= 56);
    const move = best && { from: best.from, to: best.to, ...(isQueening && { promotion: 'queen' as const }) };
    if (!move || best.gain <= 0 || !position.isLegal(move)) break;
    const next = after(position, move);
    more.push({ before: position, move, after: next });
    position = next;
  }
  return more;
}

const sum = (roles: readonly Role[]): number => roles.reduce((total, role) => total + WORTH[role], 0);

/** Removes men that even out, first of the same kind, then of the same value; the most valuable come first. */
function unmatched(ours: readonly Role[], theirs: readonly Role[]): [Role[], Role[]] {
  const byWorth = (roles: readonly Role[]) => [...roles].sort((a, b) => WORTH[b] - WORTH[a]);
  let [kept, rest] = [byWorth(ours), byWorth(theirs)];
  for (const isSame of [(a: Role, b: Role) => a === b, (a: Role, b: Role) => WORTH[a] === WORTH[b]]) {
    const left = [...rest];
    kept = kept.filter(role => {
      const match = left.findIndex(one => isSame(one, role));
      if (match !== -1) left.splice(match, 1);
      return match === -1;
    });
    rest = left;
  }
  return [kept, rest];
}
