import { type ExpectedParams, rootDepth, shallowDepth } from './params.ts';

/** What is known when the trees begin to grow. */
export interface Pace {
  /** Moves that look like candidates. */
  candidates: number;
  /** Of one engine. */
  nodesPerMs: number;
  engines: number;
}

// Measured on the positions of the bench, and good to a factor of two: enough to tell seconds from hours.
/** Positions of a candidate's tree at threshold 0.1; ten times as many at a tenth of it. */
const TREE = 8;
const TREE_THRESHOLD = 0.1;
/** The share of them that is searched to the full depth. */
const SEARCHED = 0.7;
/** The share of them that rare moves branch off from, and how many moves that are: with residual `tail`. */
const INNER = 0.4;
const RARE_MOVES = 28;
const NODES_AT_12 = 28_000;
const GROWTH = 1.71;
const MAIA_MS = 5;

const nodesAt = (depth: number): number => NODES_AT_12 * GROWTH ** (depth - 12);

/** How long an analysis will take, before it is begun. */
export function estimateMs(params: ExpectedParams, { candidates, nodesPerMs, engines }: Pace): number {
  const positions = (candidates * TREE * TREE_THRESHOLD) / params.threshold;
  const root = candidates * nodesAt(rootDepth(params));
  const leaves = SEARCHED * nodesAt(params.depth);
  const tails = params.residual === 'tail' ? INNER * RARE_MOVES * nodesAt(shallowDepth(params)) : 0;
  const trees = params.leaf === 'maia' ? 0 : positions * (leaves + tails);
  return (root + trees) / nodesPerMs / engines + positions * MAIA_MS;
}
