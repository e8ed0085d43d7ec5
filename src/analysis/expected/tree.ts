import type { NormalMove } from 'chessops/types';
import { Fault } from '../../base/fault.ts';
import { isEarly } from '../../chess/game.ts';
import { type History, type Outcome, outcomeOf, playMove } from '../../chess/history.ts';
import { legalMoves, sanOf, uciOf } from '../../chess/position.ts';
import { AT_ONCE, type EngineQueries, type NodeEvaluation, type NodePrediction } from './engine-queries.ts';
import type { ExpectedParams } from './params.ts';
import type { Dropped, TreeNode } from './report.ts';

/** A position of a tree while it grows. What the engines have not said yet is missing. */
export interface Node {
  readonly history: History;
  readonly san: string;
  readonly uci: string;
  readonly mover: TreeNode['mover'];
  readonly probability: number;
  readonly cumulative: number;
  /** Half-moves after the candidate. */
  readonly plies: number;
  readonly outcome: Outcome | undefined;
  /** Too early in the game for Maia's forecast of the result. */
  readonly early: boolean;
  prediction?: NodePrediction;
  dropped?: Dropped;
  evaluation?: NodeEvaluation;
  /** For as long as there is nothing better. */
  shallow?: NodeEvaluation;
  pruned?: true;
  children: Node[];
}

export function candidateNode(root: History, move: NormalMove): Node {
  return makeNode(root, move, { mover: 'player', probability: 1, cumulative: 1, plies: 0 });
}

type Place = Pick<Node, 'mover' | 'probability' | 'cumulative' | 'plies'>;

function makeNode(before: History, move: NormalMove, place: Place): Node {
  const { position } = before;
  const history = playMove(before, move);
  return {
    history,
    san: sanOf(position, move),
    uci: uciOf(position, move),
    ...place,
    outcome: outcomeOf(history),
    early: isEarly(history.position),
    children: [],
  };
}

/** The replies that are likely enough become children, likeliest first; the others are counted. */
function branch(node: Node, prediction: NodePrediction, threshold: number): void {
  const mover = otherMover(node.mover);
  const dropped: Dropped = { moves: 0, probability: 0, likeliest: 0 };
  for (const [index, { move }] of legalMoves(node.history.position).entries()) {
    const probability = prediction.probabilities[index] ?? 0;
    const cumulative = node.cumulative * probability;
    if (cumulative >= threshold)
      node.children.push(makeNode(node.history, move, { mover, probability, cumulative, plies: node.plies + 1 }));
    else {
      dropped.moves++;
      dropped.probability += probability;
      dropped.likeliest = Math.max(dropped.likeliest, probability);
    }
  }
  node.children.sort((a, b) => b.probability - a.probability || (a.uci < b.uci ? -1 : 1));
  node.prediction = prediction;
  node.dropped = dropped;
}

/** The player went wrong here: the line ends, and nothing the opponent does can mend it. */
export function prune(node: Node): void {
  node.pruned = true;
  node.children = [];
  delete node.dropped;
}

export const isLeaf = ({ children }: Node): boolean => children.length === 0;

export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

export function* leavesOf(tree: Node): Generator<Node> {
  for (const node of walk(tree)) if (isLeaf(node)) yield node;
}

export const sizeOf = (tree: Node): number => [...walk(tree)].length;

export const otherMover = (mover: Node['mover']): Node['mover'] => (mover === 'player' ? 'opponent' : 'player');

/** What a game that ended by a move of the mover's is worth to the player; undefined where it goes on. */
export const worthOf = (outcome: Outcome | undefined, mover: Node['mover']): number | undefined =>
  outcome && (outcome !== 'checkmate' ? 0.5 : mover === 'player' ? 1 : 0);

export const finalValue = ({ outcome, mover }: Node): number | undefined => worthOf(outcome, mover);

/** At 8 kB a position while it grows, this is half a gigabyte, the most that one analysis may take. */
export const MAX_NODES = 60_000;

interface GrowthContext {
  params: ExpectedParams;
  queries: EngineQueries;
  /** So many positions more. */
  onGrown: (count: number) => void;
}

/**
 * Follows what people play from a candidate on, as far as it is likely enough. Every answer is followed up as it comes;
 * what is asked in the meantime travels to Maia together.
 */
export async function growTree(node: Node, growing: GrowthContext): Promise<void> {
  growing.onGrown(1);
  if (node.outcome) return;
  const { params, queries } = growing;
  branch(node, await queries.predict(node.history), params.threshold);
  await Promise.all([...node.children.map(child => growTree(child, growing)), shallowIfEarly(node, growing)]);
}

/** Maia's forecast says little in the first moves of a game; until there is a proper search a glance has to do. */
async function shallowIfEarly(node: Node, { params, queries }: GrowthContext): Promise<void> {
  const counts = isLeaf(node) || params.residual !== 'base';
  if (node.early && counts) node.shallow = await queries.evaluateShallow(node.history, AT_ONCE);
}

/** Counts what grows, and refuses what grows out of hand. */
export function positionCounter(threshold: number, tell: (count: number) => void): (count: number) => void {
  let total = 0;
  return count => {
    total += count;
    if (total > MAX_NODES)
      throw new Fault(
        'bad-input',
        `threshold: ${threshold} leads to more than ${MAX_NODES.toLocaleString('en-US')} positions here; give a larger one, or fewer candidates.`,
      );
    tell(count);
  };
}
