/** What a dropped reply counts: see docs/expected-win-rate.md. */
export const RESIDUALS = ['base', 'node', 'tail'] as const;
export type Residual = (typeof RESIDUALS)[number];

/** What the end of a line is worth: Stockfish's win rate, Maia's forecast of the result, or the mean of the two. */
export const LEAVES = ['stockfish', 'maia', 'blend'] as const;
export type Leaf = (typeof LEAVES)[number];

export interface ExpectedParams {
  /** Lines that people follow less often than this are not. */
  threshold: number;
  /** Stockfish's. */
  depth: number;
  /** How much worse than the best move one may be and still be looked at; zero or negative. */
  loss: number;
  /** The player's: the side to move. */
  rating: number;
  opponentRating: number;
  residual: Residual;
  leaf: Leaf;
  /** Null: all that are good enough. */
  maxCandidates: number | null;
}

export const DEFAULTS: ExpectedParams = {
  threshold: 0.1,
  depth: 15,
  loss: -0.1,
  rating: 1500,
  opponentRating: 1500,
  residual: 'base',
  leaf: 'stockfish',
  maxCandidates: null,
};

/** For a first look, and for moves that are hardly ever played. */
const SHALLOW_DEPTH = 8;
export const shallowDepth = ({ depth }: ExpectedParams): number => Math.min(SHALLOW_DEPTH, depth);

/**
 * How deep the end of a line is searched. Where fewer than half of the people follow, an error weighs less in the sum:
 * a move less for every further halving. Measured in docs/decisions.md.
 */
export const depthFor = (params: ExpectedParams, cumulative: number): number =>
  Math.max(shallowDepth(params), params.depth - Math.floor(2 * Math.max(0, -Math.log2(cumulative) - 1)));

/** An instant answer does not wait for deep searches of its root: what they would change is in docs/decisions.md. */
const INSTANT_LESS = 4;
export const rootDepth = (params: ExpectedParams): number =>
  params.leaf === 'maia' ? Math.max(shallowDepth(params), params.depth - INSTANT_LESS) : params.depth;
