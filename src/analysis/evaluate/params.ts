import type { Color } from 'chessops/types';
import type { Limit } from '../../engine/uci.ts';

/** Whom to ask about the moves of a real game. */
export type EvaluateParams =
  /** The ratings that Maia is told. */
  | { ask: 'maia'; ratings: Record<Color, number> }
  /** What Stockfish may look at for each position. */
  | { ask: 'stockfish'; limit: Limit };

/** How many first choices are told. */
export const TOP = 3;

/** Enough that Stockfish's first choice is seldom nonsense, and few enough for tens of thousands of positions. */
export const EVALUATE_DEFAULTS = { games: 300, nodes: 20_000 };
