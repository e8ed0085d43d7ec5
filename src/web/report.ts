import type { Color } from 'chessops/types';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';

/** What a page is made of. */
export type PageData =
  | { kind: 'expected'; report: ExpectedReport }
  /** With the annotated game, which keeps what a report does not: variations and comments of the file. `side` is below at first. */
  | { kind: 'review'; report: ReviewReport; pgn: string; side?: Color };

/** Where a game is over, or has no move, there is nothing to ask. */
export const canRunAgain = (report: PageData['report']): boolean =>
  report.kind === 'expected' ? report.ending === null : report.plies.length > 0;
