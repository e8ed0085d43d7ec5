import type { Color } from 'chessops/types';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import type { Tongue } from '../chess/tongue.ts';
import { LESSONS } from './phrases/lessons.ts';
import { percentAfter, percentBefore } from './review-course.ts';
import { chances } from './review-move.ts';

/** What one player can learn from a game: everything that a lesson looks at. */
export interface Case {
  report: ReviewReport;
  color: Color;
  own: ReviewedPly[];
  /** The mistakes and blunders among them. */
  serious: ReviewedPly[];
  tongue: Tongue;
}

/** What lessons are said in. */
export const wordsOf = ({ tongue }: Case) => LESSONS[tongue.language];

/** The rest of a sentence that begins with the player's name and a colon; undefined where it does not apply. */
export type Lesson = (one: Case) => string | undefined;

/** One of a kind may be chance; this is most of what went wrong. */
export const isPattern = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  part.length >= 2 && part.length > whole.length / 2;

export const worstOf = (plies: readonly ReviewedPly[]): ReviewedPly | undefined =>
  plies.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0))[0];

/** `3 of 4 mistakes and blunders`, `both blunders`, `all 3 mistakes` */
export function shareOf(one: Case, part: readonly ReviewedPly[]): string {
  const kinds = (['mistake', 'blunder'] as const).filter(kind =>
    one.serious.some(({ judgement }) => judgement === kind),
  );
  return wordsOf(one).share(part.length, one.serious.length, kinds);
}

const LISTED = 3;

/** `moves 18 and 24`, `moves 18, 24, 30 and more` */
export const movesList = (one: Case, plies: readonly ReviewedPly[]): string =>
  wordsOf(one).moves(
    plies.slice(0, LISTED).map(({ moveNumber }) => String(moveNumber)),
    plies.length > LISTED,
  );

/** ` (78 % → 31 %)`, or nothing where that is not known. */
export function turn({ report, tongue }: Case, ply: ReviewedPly): string {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  return before === null || after === null ? '' : ` (${chances(before, tongue)} → ${chances(after, tongue)})`;
}
