import type { Color } from 'chessops/types';
import type { ProgressMove } from '../analysis/expected/progress.ts';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';

/** What a page is made of. */
export type PageData =
  | { kind: 'expected'; report: ExpectedReport }
  /**
   * With the annotated game, which keeps what a report does not: variations and comments of the file. `side` is below
   * at first.
   */
  | { kind: 'review'; report: ReviewReport; pgn: string; side?: Color };

/** Where a game is over, or has no move, there is nothing to ask. */
export const canRunAgain = (report: PageData['report']): boolean =>
  report.kind === 'expected' ? report.ending === null : report.plies.length > 0;

/** Where pages are: the path under which they are reached, with a slash at both ends. */
export const basePath = (publicUrl: string): string => `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;

/** A secret: it is all that is needed to see the report. */
export const reportUrl = (publicUrl: string, id: string): string =>
  new URL(`${basePath(publicUrl)}r/${id}`, publicUrl).href;

/** What a page and its server say to each other. */

/** Which report a page is about, and where its server is. */
export interface Hosted {
  /** The path before everything, with a slash at both ends. */
  base: string;
  report: string;
}

/** Anything else than what was asked for: one sentence for people. */
export interface ErrorAnswer {
  message: string;
}

/** How far a run is. Each says all there is to say, so that none has to be heard. */
export interface RunProgress {
  /** What is being done, in words. */
  phase: string;
  /** From 0 to 1; null while it is unknown how much there is to do. */
  share: number | null;
  /** Since the run was asked for. */
  ms: number;
  /** How long it will take in all; null while it is unknown. */
  estimateMs: number | null;
  /** Whether it turned out that it has to be computed. */
  computing: boolean;
  /** The moves as they stand so far. */
  ranking: readonly ProgressMove[];
}

/** How it ended: with a report, or not. */
export interface RunDone {
  report: string;
}

/** What a run says, by the names under which it is sent. */
export type RunEvent =
  | { name: 'progress'; data: RunProgress }
  | { name: 'done'; data: RunDone }
  | { name: 'failed'; data: ErrorAnswer };

/** What a page offers when it asks again. */

export const THRESHOLDS = [0.1, 0.01, 0.001] as const;
export const DEPTHS = [15, 20, 25] as const;
/** Of a review: how many positions Stockfish searches for each move. */
export const NODES = [100_000, 300_000, 1_000_000] as const;

/** With what it is now, which may have come from elsewhere. */
export const withNow = (choices: readonly number[], now: number): readonly number[] =>
  choices.includes(now) ? choices : [now, ...choices];
