import type { Color } from 'chessops/types';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { percentAfter, percentBefore } from './review-course.ts';
import { chances } from './review-move.ts';

/** What one player can learn from a game: everything that a lesson looks at. */
export interface Case {
  report: ReviewReport;
  color: Color;
  own: ReviewedPly[];
  /** The mistakes and blunders among them. */
  serious: ReviewedPly[];
}

/** The rest of a sentence that begins with the player's name and a colon; undefined where it does not apply. */
export type Lesson = (one: Case) => string | undefined;

/** One of a kind may be chance; this is most of what went wrong. */
export const isPattern = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  part.length >= 2 && part.length > whole.length / 2;

export const worstOf = (plies: readonly ReviewedPly[]): ReviewedPly | undefined =>
  plies.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0))[0];

/** `3 of 4 mistakes and blunders`, `both blunders`, `all 3 mistakes` */
export function shareOf(part: readonly ReviewedPly[], whole: readonly ReviewedPly[]): string {
  const kinds = ['mistake', 'blunder'].filter(kind => whole.some(({ judgement }) => judgement === kind));
  const many = kinds.map(kind => `${kind}s`).join(' and ');
  if (part.length < whole.length) return `${part.length} of ${whole.length} ${many}`;
  if (whole.length > 2) return `all ${whole.length} ${many}`;
  return kinds.length === 1 ? `both ${many}` : 'both the mistake and the blunder';
}

const LISTED = 3;

/** `moves 18 and 24`, `moves 18, 24, 30 and more` */
export function movesList(plies: readonly ReviewedPly[]): string {
  const numbers = plies.slice(0, LISTED).map(({ moveNumber }) => String(moveNumber));
  const last = plies.length > LISTED ? 'more' : numbers.pop();
  return numbers.length > 0 ? `moves ${numbers.join(', ')} and ${last}` : `move ${last}`;
}

/** ` (78 % → 31 %)`, or nothing where that is not known. */
export function turn(report: ReviewReport, ply: ReviewedPly): string {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  return before === null || after === null ? '' : ` (${chances(before)} → ${chances(after)})`;
}
