import type { Color } from 'chessops/types';
import type { Judgement, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { type Score, turnScore } from '../chess/score.ts';

/** How a game went, seen from the side that moves. */

/** From the best to the worst, each with the least winning chances that still belong to it. */
export const STANDINGS = ['won', 'better', 'level', 'worse', 'lost'] as const;
export type Standing = (typeof STANDINGS)[number];

// 80 % are about four pawns, 60 % one; a mirror image of them below.
const FROM: Record<Standing, number> = { won: 80, better: 60, level: 40, worse: 20, lost: Number.NEGATIVE_INFINITY };

export const standingOf = (percentage: number): Standing =>
  STANDINGS.find(standing => percentage >= FROM[standing]) ?? 'lost';

export const ownPercentage = (white: number, side: Color): number => (side === 'white' ? white : 100 - white);

type Course = Pick<ReviewReport, 'plies' | 'startWinPercent'>;

/** The mover's winning chances before a move, from 0 to 100. */
export function percentBefore({ plies, startWinPercent }: Course, { ply, color }: ReviewedPly): number | null {
  const white = ply > 1 ? (plies[ply - 2]?.winPercent ?? null) : startWinPercent;
  return white === null ? null : ownPercentage(white, color);
}

export const percentAfter = ({ winPercent, color }: ReviewedPly): number | null =>
  winPercent === null ? null : ownPercentage(winPercent, color);

/** A side's winning chances in the last position. */
export function percentAtEnd({ plies }: Pick<ReviewReport, 'plies'>, side: Color): number | null {
  const white = plies.at(-1)?.winPercent ?? null;
  return white === null ? null : ownPercentage(white, side);
}

/** In how many moves `side` mates; less than 0 where it is mated, 0 where there is no mate. */
function mateOf(score: Score | null | undefined, side: Color): number {
  const own = score ? turnScore(score, side) : undefined;
  return own?.kind === 'mate' ? own.mate : 0;
}

/** The mate, in so many moves, that the mover had and has no more. */
export function missedMate(
  { plies }: Pick<ReviewReport, 'plies'>,
  { ply, color, score }: ReviewedPly,
): number | undefined {
  // Where mate stands on the board there is no score.
  if (!score) return undefined;
  const [had, has] = [mateOf(plies[ply - 2]?.score, color), mateOf(score, color)];
  return had > 0 && has <= 0 ? had : undefined;
}

/** The mate, in so many moves, that the mover has allowed. */
export function allowedMate(
  { plies }: Pick<ReviewReport, 'plies'>,
  { ply, color, score }: ReviewedPly,
): number | undefined {
  const [before, now] = [mateOf(plies[ply - 2]?.score, color), mateOf(score, color)];
  return now < 0 && before >= 0 ? -now : undefined;
}

/** Worse than an inaccuracy. */
const SERIOUS: Record<Judgement, boolean> = { inaccuracy: false, mistake: true, blunder: true };

export const isSerious = ({ judgement }: Pick<ReviewedPly, 'judgement'>): boolean =>
  judgement !== undefined && SERIOUS[judgement];
