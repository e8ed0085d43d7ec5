import type { Color } from 'chessops/types';
import type { Parameter } from '../../base/bounds.ts';
import { type Limit, NODES } from '../../engine/uci.ts';

/** Whom to ask about the moves of a real game. */
export type EvaluateParams =
  /** The ratings that Maia is told. */
  | { ask: 'maia'; ratings: Record<Color, number> }
  /** What Stockfish may look at for each position. */
  | { ask: 'stockfish'; limit: Limit };

/** How many first choices are told. */
export const TOP = 3;

/** Enough that Stockfish's first choice is seldom nonsense, and few enough for tens of thousands of positions. */
export const PARAMETERS = {
  games: { min: 1, max: 10_000, usual: 300, help: 'How many games to take' },
  nodes: { ...NODES, usual: 20_000, help: 'What Stockfish looks at for each position' },
} as const satisfies Readonly<Record<string, Parameter>>;
