import { type ExpectedParams, rootDepth } from './params.ts';

/** What is known when the trees begin to grow. */
export interface Pace {
  /** Moves that look like candidates. */
  candidates: number;
  /** Of one engine. */
  nodesPerMs: number;
  engines: number;
}

// Measured on the positions of the bench for T from 0.1 to 0.003 and depths from 8 to 18; within a factor of two.
/** Positions of a candidate's tree, times the threshold. */
const TREE = 0.69;
/** Full searches per position of a tree, those of the root among them. */
const SEARCHES = 0.9;
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
  const nodes =
    params.leaf === 'maia'
      ? candidates * nodesAt(rootDepth(params))
      : positions * (SEARCHES * nodesAt(params.depth) + tails);
  return nodes / nodesPerMs / engines + positions * MAIA_MS;
}
