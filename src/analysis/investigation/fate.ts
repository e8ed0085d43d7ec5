import type { Color, Role } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { bestCapture, WORTH } from '../../chess/exchange.ts';
import { ownRank } from '../../chess/instant/squares.ts';
import { other } from '../../chess/position.ts';
import { type Score, turnScore } from '../../chess/score.ts';
import { winPercent } from '../../chess/winrate.ts';
import { diffTags } from '../tags/diff.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { playedTactics } from '../tags/played.ts';
import { tagsOf } from '../tags/tags.ts';
import type { LineStep } from './lines.ts';
import { victimOf } from './lure.ts';

/** Why a move is wrong, as far as its refutation shows it. */
export type Fate =
  /** `moves`: until mate; 1 is the answer itself. */
  | { kind: 'mated'; moves: number }
  /** There was a mate, and now there is none. */
  | { kind: 'mate-missed'; moves: number }
  /** What the mover loses and gets for it, the most valuable first; what evens out is left out. */
  | { kind: 'material'; lost: Role[]; won: Role[] }
  | { kind: 'promotion' }
  /** The answer makes a fork, a pin and so on. */
  | { kind: 'tactic'; name: TagName }
  /** Still winning, but there is far better. */
  | { kind: 'weaker' }
  /** What it promised is not there; nothing is lost. */
  | { kind: 'fizzles' }
  /** What the line leaves behind. */
  | { kind: 'position'; tag: Tag }
  | { kind: 'plain' };

export interface Verdict {
  /** The move, the answer, and how it goes on. */
  steps: readonly LineStep[];
  /** White's, of the move and of the best one, by the deep search. */
  deep: Score;
  best: Score;
}

/** Winning chances, in percent, from which on somebody is still winning, and within which nobody is. */
const WINNING = 65;
const EVEN = { least: 42, most: 58 };

export function fateOf({ steps, deep, best }: Verdict): Fate {
  const [first, answer] = steps;
  if (!first || !answer) return { kind: 'plain' };
  const mover = first.before.turn;
  const [own, ideal] = [turnScore(deep, mover), turnScore(best, mover)];
  if (own.kind === 'mate' && own.mate < 0) return { kind: 'mated', moves: -own.mate };
  const balance = balanceOf(steps, mover);
  if (balance.net <= -1) return { kind: 'material', lost: balance.lost, won: balance.won };
  if (ideal.kind === 'mate' && ideal.mate > 0 && own.kind === 'cp') return { kind: 'mate-missed', moves: ideal.mate };
  if (winPercent(own) >= WINNING) return { kind: 'weaker' };
  if (steps.some(({ before, move }) => before.turn !== mover && move.promotion)) return { kind: 'promotion' };
  if (winPercent(own) >= EVEN.least && winPercent(own) <= EVEN.most) return { kind: 'fizzles' };
  const [tactic] = playedTactics(answer.before, answer.move).filter(({ side }) => side !== mover);
  if (tactic) return { kind: 'tactic', name: tactic.name };
  const tag = harmOf(first, steps.at(-1) as LineStep, mover);
  return tag ? { kind: 'position', tag } : { kind: 'plain' };
}

/** What changes hands on a line, from the mover's side. */
function balanceOf(steps: readonly LineStep[], mover: Color): { net: number; lost: Role[]; won: Role[] } {
  const taken: Record<Color, Role[]> = { white: [], black: [] };
  for (const step of steps) {
    const victim = victimOf(step);
    const { turn } = step.before;
    if (victim) taken[turn].push(victim);
    if (step.move.promotion) taken[turn].push(step.move.promotion);
  }
  // Whoever has just taken may be taken in turn, behind the end of the line.
  const last = steps.at(-1) as LineStep;
  const { board, turn } = last.after;
  const standing = victimOf(last) && board.getRole(last.move.to);
  if (standing && (bestCapture(board, last.move.to, turn)?.gain ?? 0) >= WORTH[standing]) taken[turn].push(standing);
  const [won, lost] = unmatched(taken[mover], taken[other(mover)]);
  return { net: sum(won) - sum(lost), lost, won };
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

/** What hurts in the long run, the worst first, and whose tag it is: the mover's weakness, or the opponent's strength. */
const HARM: readonly [TagName, 'own' | 'theirs'][] = [
  ['pieces.trapped', 'own'],
  ['king.center', 'own'],
  ['king.attackers', 'own'],
  ['king.file.open', 'own'],
  ['pawns.passed.protected', 'theirs'],
  ['pawns.passed', 'theirs'],
  ['lines.rook.seventh', 'theirs'],
  ['king.shield.missing', 'own'],
  ['pieces.outpost', 'theirs'],
  ['pawns.isolated', 'own'],
  ['pawns.doubled', 'own'],
  ['pawns.backward', 'own'],
  ['pieces.bishops', 'theirs'],
  ['center.space', 'theirs'],
  ['pieces.mobility', 'theirs'],
];

function harmOf(first: LineStep, last: LineStep, mover: Color): Tag | undefined {
  const { gained } = diffTags(tagsOf(first.before), tagsOf(last.after));
  for (const [name, whose] of HARM) {
    const side = whose === 'own' ? mover : other(mover);
    const tag = gained.find(one => one.name === name && one.side === side && isFelt(one));
    if (tag) return tag;
  }
  return undefined;
}

/** A passed pawn at home hurts nobody; from its fifth rank on it does. */
const FELT_RANK = 4;

function isFelt({ name, side, squares: [square] }: Tag): boolean {
  if (name !== 'pawns.passed' && name !== 'pawns.passed.protected') return true;
  return square !== undefined && ownRank(side, parseSquare(square)) >= FELT_RANK;
}
