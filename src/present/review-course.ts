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

/** White's winning chances after a move; where that ended the game, what the end was worth. */
export function whitePercent(
  { plies, ending }: Pick<ReviewReport, 'plies' | 'ending'>,
  at: ReviewedPly,
): number | null {
  if (at.winPercent !== null || !ending || at.ply < plies.length) return at.winPercent;
  return ending === 'checkmate' ? ownPercentage(100, at.color) : 50;
}

export function percentAfter(report: Pick<ReviewReport, 'plies' | 'ending'>, at: ReviewedPly): number | null {
  const white = whitePercent(report, at);
  return white === null ? null : ownPercentage(white, at.color);
}

/** A side's winning chances in the last position. */
export function standingAtEnd(report: Pick<ReviewReport, 'plies' | 'ending'>, side: Color): number | null {
  const last = report.plies.at(-1);
  const white = last ? whitePercent(report, last) : null;
  return white === null ? null : ownPercentage(white, side);
}

/** In how many moves `side` mates; less than 0 where it is mated. */
const mateOf = (score: Score | null | undefined, side: Color): number | undefined => {
  const own = score ? turnScore(score, side) : undefined;
  return own?.kind === 'mate' ? own.mate : undefined;
};

/** The mate, in so many moves, that the mover had and has no more. */
export function missedMate(
  { plies, ending }: Pick<ReviewReport, 'plies' | 'ending'>,
  ply: ReviewedPly,
): number | undefined {
  const had = mateOf(plies[ply.ply - 2]?.score, ply.color) ?? 0;
  const has = mateOf(ply.score, ply.color) ?? 0;
  const mated = ending === 'checkmate' && ply.ply === plies.length;
  return had > 0 && has <= 0 && !mated && (ply.score || ply.ply === plies.length) ? had : undefined;
}

/** The mate, in so many moves, that the mover has allowed. */
export function allowedMate({ plies }: Pick<ReviewReport, 'plies'>, ply: ReviewedPly): number | undefined {
  const before = mateOf(plies[ply.ply - 2]?.score, ply.color) ?? 0;
  const after = mateOf(ply.score, ply.color) ?? 0;
  return after < 0 && before >= 0 ? -after : undefined;
}

/** Worse than an inaccuracy. */
const SERIOUS: Record<Judgement, boolean> = { inaccuracy: false, mistake: true, blunder: true };

export const isSerious = ({ judgement }: Pick<ReviewedPly, 'judgement'>): boolean =>
  judgement !== undefined && SERIOUS[judgement];
