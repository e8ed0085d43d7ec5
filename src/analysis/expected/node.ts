import type { NormalMove } from 'chessops/types';
import { isEarly } from '../../chess/game.ts';
import { type History, type Outcome, outcomeOf, playMove } from '../../chess/history.ts';
import { legalMoves, sanOf, uciOf } from '../../chess/position.ts';
import type { Evaluation, Prediction } from './engine-queries.ts';
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
  prediction?: Prediction;
  dropped?: Dropped;
  evaluation?: Evaluation;
  /** For as long as there is nothing better. */
  glance?: Evaluation;
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
export function branch(node: Node, prediction: Prediction, threshold: number): void {
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
