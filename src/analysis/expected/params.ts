import type { Parameter } from '../../base/bounds.ts';
import { RATING, USUAL_RATING } from '../../chess/rating.ts';
import { DEPTH, MULTIPV } from '../../engine/uci.ts';

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

/** All that is a number: a job, a kept question, the command line and a page take their bounds from here. */
export const PARAMETERS = {
  rating: { ...RATING, usual: USUAL_RATING, help: 'Of the side to move' },
  opponentRating: { ...RATING, usual: USUAL_RATING, help: 'Of the other side' },
  threshold: { min: 1e-6, max: 1, usual: 0.1, whole: false, help: 'Follow lines that are played at least this often' },
  depth: { ...DEPTH, usual: 15, help: 'Half-moves Stockfish searches' },
  loss: { min: -1, max: 0, usual: -0.1, whole: false, help: 'Moves may be this much worse than the best' },
  maxCandidates: { ...MULTIPV, usual: 12, help: 'Analyse so many moves, and what people play most' },
} as const satisfies Readonly<Record<string, Parameter>>;

/** On Discord people share a machine: greater depths are left to its owner, on the command line. */
export const DISCORD_DEPTH = { ...PARAMETERS.depth, max: 25 } as const;

export const DEFAULTS: ExpectedParams = {
  threshold: PARAMETERS.threshold.usual,
  depth: PARAMETERS.depth.usual,
  loss: PARAMETERS.loss.usual,
  rating: PARAMETERS.rating.usual,
  opponentRating: PARAMETERS.opponentRating.usual,
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
