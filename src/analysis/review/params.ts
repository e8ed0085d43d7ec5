import type { Color } from 'chessops/types';
import type { Parameter } from '../../base/bounds.ts';
import { RATING, USUAL_RATING } from '../../chess/rating.ts';
import type { Score } from '../../chess/score.ts';
import { DEPTH, type Limit, NODES } from '../../engine/uci.ts';
import type { ReviewedOpening } from './report.ts';

export interface ReviewParams {
  /** Of each position. Never a time: a review is to be repeated, and remembered. */
  limit: Limit;
  /** Whose people the moves are compared with. */
  ratings: Record<Color, number>;
  /** Whether Maia is asked at all. */
  maia: boolean;
}

/** What is known of a game besides its moves. */
export interface ReviewNotes {
  headers: Record<string, string>;
  /** Seconds left after each half-move; null where it does not say. */
  clocks: readonly (number | null)[];
  /** The evaluations after each half-move that take the place of Stockfish's; null: Stockfish looks. */
  evals: readonly (Score | null)[] | null;
  opening: ReviewedOpening | null;
  /** The last half-move that is theory, by whatever book; 0: none is. */
  lastBookPly: number;
}

/** All that is a number: a job, a kept question and the command line take their bounds from here. */
export const PARAMETERS = {
  rating: { ...RATING, usual: USUAL_RATING, help: 'Whom a player is compared with' },
  nodes: { ...NODES, usual: 300_000, help: 'Positions Stockfish searches for each move' },
  depth: { ...DEPTH, usual: 15, help: 'Half-moves to search instead' },
} as const satisfies Readonly<Record<string, Parameter>>;
