import { fenOf } from '../../chess/position.ts';
import type { NodeEvaluation } from './engine-queries.ts';
import type { ExpectedParams } from './params.ts';
import { type CandidateMove, confidenceOf, type TreeNode } from './report.ts';
import { finalValue, isLeaf, leavesOf, type Node, walk } from './tree.ts';

// What the trees come to, once they are evaluated. Nothing here asks an engine.

/** The best look Stockfish had at a position: inside a tree a glance may have been enough. */
const bestLook = ({ evaluation, shallow: glance }: Node): NodeEvaluation | undefined => evaluation ?? glance;

/** What Stockfish makes of a position; the game's own result where it is over. */
const engineValue = (node: Node): number => finalValue(node) ?? known(node.evaluation?.winrate, node);

/** What Maia makes of it, for games between these two ratings; early in a game that is left to Stockfish. */
function humanValue(node: Node): number | undefined {
  return finalValue(node) ?? (node.early ? bestLook(node)?.winrate : node.prediction?.value);
}

/** A way to value leaves and the moves that were dropped. */
interface ValueModel {
  leaf(node: Node): number;
  /** Per dropped move of an expanded node, on average. */
  rest(node: Node): number;
}

interface Terms {
  params: ExpectedParams;
  rootWinrate: number;
}

const stockfish = ({ params, rootWinrate }: Terms): ValueModel => ({
  leaf: engineValue,
  rest: node => {
    if (params.residual === 'base') return rootWinrate;
    return params.residual === 'node' ? engineValue(node) : known(node.dropped?.winrate, node);
  },
});

/** Maia's value of a position already covers every move, the rare ones too: `tail` has nothing to add to `node`. */
const human = ({ params, rootWinrate }: Terms): ValueModel => ({
  leaf: node => known(humanValue(node), node),
  rest: node => (params.residual === 'base' ? rootWinrate : known(humanValue(node), node)),
});

const blend = (a: ValueModel, b: ValueModel): ValueModel => ({
  leaf: node => (a.leaf(node) + b.leaf(node)) / 2,
  rest: node => (a.rest(node) + b.rest(node)) / 2,
});

function currencyOf(terms: Terms): ValueModel {
  switch (terms.params.leaf) {
    case 'stockfish':
      return stockfish(terms);
    case 'maia':
      return human(terms);
    case 'blend':
      return blend(stockfish(terms), human(terms));
  }
}

function known(value: number | undefined, { san }: Node): number {
  if (value === undefined) throw new RangeError(`the position after ${san} was not evaluated`);
  return value;
}

/** The value of a position from everything below it: children by their probability, the rest at its own worth. */
function backUp(node: Node, currency: ValueModel): number {
  if (isLeaf(node)) return currency.leaf(node);
  let sum = 0;
  for (const child of node.children) sum += child.probability * backUp(child, currency);
  const rest = node.dropped?.probability ?? 0;
  return rest > 0 ? sum + rest * currency.rest(node) : sum;
}

/** Sums of shares may end a hair beyond. */
const within01 = (value: number): number => Math.max(0, Math.min(1, value));

export const humanExpectation = (tree: Node, terms: Terms): number => backUp(tree, human(terms));

/** What makes a reply a mistake: a tenth of the point. */
export const TRAP = 0.1;

/** The win rate from which on a reply to this candidate is a mistake. */
export const trapBound = (tree: Node): number => engineValue(tree) + TRAP;

export type MoveSummary = Omit<CandidateMove, 'tree'>;

export function summarizeMove(tree: Node, maia: number, terms: Terms): MoveSummary {
  const leaves = [...leavesOf(tree)];
  const coverage = leaves.reduce((sum, { cumulative }) => sum + cumulative, 0);
  const plies = leaves.reduce((sum, leaf) => sum + leaf.plies, 0) / leaves.length;
  const searched = terms.params.leaf !== 'maia';
  return {
    san: tree.san,
    uci: tree.uci,
    expected: within01(backUp(tree, currencyOf(terms))),
    human: within01(humanExpectation(tree, terms)),
    winrate: engineValue(tree),
    score: tree.evaluation?.score ?? null,
    depth: tree.evaluation?.depth ?? null,
    maia,
    confidence: confidenceOf(coverage),
    coverage,
    treeDepth: Math.round(plies * 10) / 10,
    branches: leaves.length,
    nodes: [...walk(tree)].length,
    trap: searched ? trapOf(tree) : null,
    risk: searched ? riskOf(tree) : null,
  };
}

function trapOf(tree: Node): number {
  const bound = trapBound(tree);
  const walkedInto = tree.children.filter(
    reply => known(finalValue(reply) ?? bestLook(reply)?.winrate, reply) >= bound,
  );
  return walkedInto.reduce((sum, { probability }) => sum + probability, 0);
}

function riskOf(tree: Node): number {
  let risk = 0;
  for (const { pruned, cumulative } of walk(tree)) if (pruned) risk += cumulative;
  return risk;
}

/** A tree as it is reported. */
export function makeTree(node: Node, terms: Terms): TreeNode {
  const currency = currencyOf(terms);
  const { san, uci, history, mover, probability, cumulative, outcome, pruned, dropped } = node;
  const look = bestLook(node);
  const winrate = finalValue(node) ?? look?.winrate;
  const human = humanValue(node);
  return {
    san,
    uci,
    fen: fenOf(history.position),
    mover,
    probability,
    cumulative,
    ...(winrate !== undefined && { winrate }),
    ...(look && { score: look.score, depth: look.depth }),
    ...(human !== undefined && { human }),
    expected: backUp(node, currency),
    leaf: isLeaf(node),
    ...(pruned && { pruned: 'player-blunder' }),
    ...(outcome && { terminal: outcome }),
    ...(dropped && { dropped }),
    children: node.children.map(child => makeTree(child, terms)),
  };
}
