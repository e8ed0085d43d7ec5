import type { Color, Role } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import type { Outcome } from '../../chess/history.ts';
import { other, sanOf } from '../../chess/position.ts';
import { type Score, turnScore, winPercent } from '../../chess/score.ts';
import { ownRank } from '../../chess/squares.ts';
import { diffTags } from '../tags/changes.ts';
import type { Tag, TagName } from '../tags/names.ts';
import { playedTactics } from '../tags/played.ts';
import { tagsOf } from '../tags/tags.ts';
import { balanceOf, type LineStep } from './lines.ts';

/** The reason for which a move is wrong, as its refutation shows it. */
export type Refutation =
  /** It ends the game itself, or the answer does, though not by mate. */
  | { kind: 'ends'; ending: Outcome; byAnswer: boolean }
  /** `moves`: until mate; 1 is the answer itself. */
  | { kind: 'mated'; moves: number }
  /** The mover had a mate and has it no more. */
  | { kind: 'mate-missed'; moves: number }
  /** The men that the mover loses and gets for them, the most valuable first, without men that even out. */
  | { kind: 'material'; lost: Role[]; won: Role[] }
  /** An enemy pawn promotes. */
  | { kind: 'promotion'; san: string }
  /** The answer makes a fork, a pin and so on. */
  | { kind: 'tactic'; name: TagName }
  /** The move is hardly worse than the best one. */
  | { kind: 'near' }
  /** The move still wins, but others are far better. */
  | { kind: 'weaker' }
  /** The mover loses nothing, but does not get what the move promised; `ahead`: the mover still stands better. */
  | { kind: 'fizzles'; ahead: boolean }
  /** A lasting weakness or strength at the end of the line. */
  | { kind: 'position'; tag: HarmTag }
  | { kind: 'plain' };

interface Verdict {
  /** The move, the answer, and how it goes on. */
  steps: readonly LineStep[];
  /** Scores from White's side: of the move by the shallow and the deep search, and of the best move by the deep one. */
  shallow: Score;
  deep: Score;
  best: Score;
  /** How the game has ended with the move or its answer, if it has. */
  ending: Outcome | null;
}

/** The smallest difference that matters, in percent of winning chances. */
export const FELT = 5;
/** Bounds of winning chances: a side is still winning, or the game is even. */
const WINNING = 65;
const EVEN = { least: 42, most: 58 };
/** A mate that is farther away is hard to see, and the material that is lost on the way is reported instead. */
const NEAR_MATE = 5;

export function refutationOf({ steps, shallow, deep, best, ending }: Verdict): Refutation {
  const [first, answer] = steps;
  if (!first) return { kind: 'plain' };
  const mover = first.before.turn;
  const [own, ideal] = [turnScore(deep, mover), turnScore(best, mover)];
  const matedIn = own.kind === 'mate' && own.mate < 0 ? -own.mate : undefined;
  if (ending && !(ending === 'checkmate' && answer)) return { kind: 'ends', ending, byAnswer: answer !== undefined };
  if (!answer) return { kind: 'plain' };
  if (matedIn !== undefined && matedIn <= NEAR_MATE) return { kind: 'mated', moves: matedIn };
  const [chances, promised] = [winPercent(own), winPercent(turnScore(shallow, mover))];
  if (winPercent(ideal) - chances < FELT) return { kind: 'near' };
  const queening = steps.find(({ before, move }) => before.turn !== mover && move.promotion);
  const isRace = steps.some(({ before, move }) => before.turn === mover && move.promotion);
  if (queening && !isRace) return { kind: 'promotion', san: sanOf(queening.before, queening.move) };
  const balance = balanceOf(steps, mover);
  if (balance.net <= -1 && !isRace) return { kind: 'material', lost: balance.lost, won: balance.won };
  if (matedIn !== undefined) return { kind: 'mated', moves: matedIn };
  if (ideal.kind === 'mate' && ideal.mate > 0 && own.kind === 'cp') return { kind: 'mate-missed', moves: ideal.mate };
  if (chances >= WINNING) return { kind: 'weaker' };
  const isEven = chances >= EVEN.least && chances <= EVEN.most;
  if (isEven && promised - chances >= FELT) return { kind: 'fizzles', ahead: chances > 50 };
  const [tactic] = playedTactics(answer.before, answer.move).filter(({ side }) => side !== mover);
  if (tactic) return { kind: 'tactic', name: tactic.name };
  const tag = harmOf(first, steps.at(-1) as LineStep, mover);
  return tag ? { kind: 'position', tag } : { kind: 'plain' };
}

/**
 * What hurts in the long run, the worst first, and whose tag it is: the mover's weakness, or the opponent's strength.
 */
const HARM = [
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
] as const satisfies readonly [TagName, 'own' | 'theirs'][];
export type Harm = (typeof HARM)[number][0];
export type HarmTag = Tag & { name: Harm };

function harmOf(first: LineStep, last: LineStep, mover: Color): HarmTag | undefined {
  const { gained } = diffTags(tagsOf(first.before), tagsOf(last.after));
  for (const [name, whose] of HARM) {
    const side = whose === 'own' ? mover : other(mover);
    const tag = gained.find(one => one.name === name && one.side === side && isFelt(one));
    if (tag) return { ...tag, name };
  }
  return undefined;
}

/** A passed pawn is felt from its fifth rank on. */
const FELT_RANK = 4;

function isFelt({ name, side, squares: [square] }: Tag): boolean {
  if (name !== 'pawns.passed' && name !== 'pawns.passed.protected') return true;
  return square !== undefined && ownRank(side, parseSquare(square)) >= FELT_RANK;
}
