import type { RankedMove } from '../analysis/expected/progress.ts';

/** What a page and its server say to each other. */

/** Which report a page is about, and where its server is. */
export interface Hosted {
  /** The path before everything, with a slash at both ends. */
  base: string;
  report: string;
}

/** Anything else than what was asked for: one sentence for people. */
export interface Refusal {
  message: string;
}

/** How far a run is. Each says all there is to say, so that none has to be heard. */
export interface RunProgress {
  /** What is being done, in words. */
  phase: string;
  /** From 0 to 1; null where nobody knows how much there is to do. */
  share: number | null;
  /** Since somebody asked. */
  ms: number;
  /** How long it will take in all; null where nobody knows. */
  estimateMs: number | null;
  /** Whether it turned out that it has to be computed. */
  computing: boolean;
  /** The moves as they stand so far. */
  ranking: readonly RankedMove[];
}

/** How it ended: with a report, or not. */
export interface RunDone {
  report: string;
}

export const EVENTS = { progress: 'progress', done: 'done', failed: 'failed' } as const;
