import type { Color, Role } from 'chessops/types';
import { bestCapture, WORTH } from '../../chess/exchange.ts';
import { after, other } from '../../chess/position.ts';
import type { LineStep } from './lines.ts';
import { victimOf } from './temptation.ts';

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
