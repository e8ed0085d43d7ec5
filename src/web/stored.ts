import type { ExpectedReport } from '../analysis/expected/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import { annotatedPgn } from '../present/annotated-pgn.ts';
import { POSITION } from '../questions/position.ts';
import { REVIEW, ReviewQuestion, reviewedGame } from '../questions/review.ts';
import type { OpenReport } from '../store/reports.ts';
import type { PageData } from './report.ts';

/** Which page shows a kept report of a kind, if any. */
export const pageKind = (kind: string): PageData['kind'] | undefined => PAGE_KINDS.get(kind);

const PAGE_KINDS: ReadonlyMap<string, PageData['kind']> = new Map([
  [POSITION, 'expected'],
  [REVIEW, 'review'],
]);

/** A kept report as a page shows it; undefined for what has none. */
export function storedPage({ kind, question, report }: OpenReport): PageData | undefined {
  // What was interrupted is kept with its question alone.
  if (report === null) return undefined;
  if (kind === POSITION) return { kind: 'expected', report: report as ExpectedReport };
  const asked = ReviewQuestion.safeParse(question);
  if (kind !== REVIEW || !asked.success) return undefined;
  const review = report as ReviewReport;
  const { side } = asked.data;
  return { kind: 'review', report: review, pgn: annotatedPgn(reviewedGame(asked.data).tree, review), side };
}
