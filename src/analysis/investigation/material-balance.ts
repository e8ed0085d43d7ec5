import type { Color, Role } from 'chessops/types';
import { bestCapture, WORTH } from '../../chess/exchange.ts';
import { after, other } from '../../chess/position.ts';
import type { LineStep } from './lines.ts';
import { victimOf } from './temptation.ts';

/** What changes hands on a line, for one side; the most valuable first, and without what evens out. */
interface Balance {
  /** In pawns. */
  net: number;
  lost: Role[];
  won: Role[];
}

/** Captures that may still come behind the end of a line. */
const BEHIND = 8;

/** Promotions do not count, but a queen that has been a pawn is lost as a pawn. */
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

/** The captures behind the end of a line: each side takes what it can win, until there is nothing. */
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

/** Without what evens out: first men of one kind, then men of equal worth. The most valuable first. */
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
