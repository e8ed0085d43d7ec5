import { depthFor, type ExpectedParams, rootDepth } from './params.ts';

/** What is known when the trees begin to grow. */
interface Pace {
  /** Moves that look like candidates. */
  candidates: number;
  /** Of one engine. */
  nodesPerMs: number;
  engines: number;
}

// Measured on the positions of the bench for T from 0.1 to 0.003 and depths from 10 to 18; within a factor of two.
/** Positions of a candidate's tree, times the threshold. */
const TREE = 0.69;
/** Searches for what a move of the root is worth, per candidate: some of them turn out to be none. */
const ROOT_SEARCHES = 1.5;
/** Searches per position of a tree, and what follows a line when it ends, in thresholds. */
const SEARCHES = 0.75;
const WEIGHT = 1.6;
const NODES_AT_12 = 27_000;
const GROWTH = 1.5;
/** With residual `tail`: how many positions of a tree rare moves branch off from, and what a glance at those takes. */
const INNER = 0.49;
const TAIL_NODES = 70_000;
const MAIA_MS = 5;

const nodesAt = (depth: number): number => NODES_AT_12 * GROWTH ** (depth - 12);

/** How long an analysis will take, before it is begun. */
export function estimateMs(params: ExpectedParams, { candidates, nodesPerMs, engines }: Pace): number {
  const positions = (candidates * TREE) / params.threshold;
  const tails = params.residual === 'tail' ? INNER * TAIL_NODES : 0;
  const root = candidates * ROOT_SEARCHES * nodesAt(rootDepth(params));
  const trees = positions * (SEARCHES * nodesAt(depthFor(params, WEIGHT * params.threshold)) + tails);
  const nodes = params.leaf === 'maia' ? root : root + trees;
  return nodes / nodesPerMs / engines + positions * MAIA_MS;
}
