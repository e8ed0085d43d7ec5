import { outcomeOf, playMove } from '../../chess/history.ts';
import { legalMoves } from '../../chess/position.ts';
import type { EngineQueries } from './engine-queries.ts';
import type { ExpectedParams } from './params.ts';
import { finalValue, isLeaf, type Node, otherMover, prune, sizeOf, worthOf } from './tree.ts';

/** How far a glance may be off where it decides whether a move was a mistake. */
const TREE_DOUBT = 0.05;

/** Of the moves that are too rare to follow, the likeliest that make up this share stand for all: docs/decisions.md. */
const TAIL_SEEN = 0.95;

interface EvaluationContext {
  params: ExpectedParams;
  queries: EngineQueries;
  /** A move of the player's that leaves less than this is a blunder. */
  threshold: number;
  /** A reply that leaves the player this much is a mistake. */
  trapBound: number;
  /** Among the candidates, from 0: the first come first. */
  rank: number;
  /** So many positions more are done with: evaluated, cut off, or in no need of it. */
  onEvaluated: (count: number) => void;
}

/**
 * Has Stockfish look at a tree: the likeliest positions first, and nothing below a blunder of the player's, which ends
 * its line. The opponent's mistakes are followed: the player profits from them.
 */
export async function evaluateTree(node: Node, judging: EvaluationContext): Promise<void> {
  const { params, queries, onEvaluated } = judging;
  const look = lookAt(node, judging);
  if (node.mover === 'player') await look;
  if (isBlunder(node, judging)) {
    onEvaluated(sizeOf(node));
    prune(node);
    return;
  }
  await Promise.all([
    look,
    ...node.children.map(child => evaluateTree(child, judging)),
    params.residual === 'tail' && !isLeaf(node) ? evaluateDropped(node, queries, importance(node, judging)) : undefined,
  ]);
  onEvaluated(1);
}

/** One candidate after the other; within one, the likeliest positions. */
const importance = ({ cumulative }: Node, { rank }: EvaluationContext): number => rank - cumulative;

/** To stalemate or to repeat may be one, too. */
function isBlunder(node: Node, { threshold }: EvaluationContext): boolean {
  const worth = finalValue(node) ?? node.evaluation?.winrate;
  return node.mover === 'player' && node.plies > 0 && worth !== undefined && worth < threshold;
}

async function lookAt(node: Node, judging: EvaluationContext): Promise<void> {
  if (node.evaluation || node.outcome) return;
  const turn = importance(node, judging);
  if (!(isValued(node, judging.params) || (await isInDoubt(node, turn, judging)))) return;
  node.evaluation = await judging.queries.evaluate(node.history, turn);
}

/**
 * Whether what Stockfish says of a position is part of the sum: where a line ends, or what was dropped is worth its
 * node.
 */
const isValued = (node: Node, { residual }: ExpectedParams): boolean =>
  isLeaf(node) || residual === 'node' || (residual === 'tail' && node.early);

/**
 * Inside a tree a search only decides: whether the player's move was a blunder, whether the first reply was a mistake.
 * A glance does that, unless it is a close thing. A blunder ends its line, so its worth counts, and one has to look
 * again.
 */
async function isInDoubt(
  node: Node,
  turn: number,
  { queries, threshold, trapBound }: EvaluationContext,
): Promise<boolean> {
  const isPlayers = node.mover === 'player';
  if (!isPlayers && node.plies > 1) return false;
  node.shallow ??= await queries.evaluateShallow(node.history, turn);
  const { winrate } = node.shallow;
  return isPlayers ? winrate < threshold + TREE_DOUBT : Math.abs(winrate - trapBound) <= TREE_DOUBT;
}

interface RareMove {
  uci: string;
  probability: number;
  /** What the game is worth that it ends; undefined where it goes on. */
  ended: number | undefined;
}

/**
 * The moves that were dropped, at a glance, each by its probability: the likeliest of them, which stand for the rest.
 */
async function evaluateDropped(node: Node, queries: EngineQueries, priority: number): Promise<void> {
  const { dropped } = node;
  if (!dropped || dropped.probability === 0) return;
  const rare = rareMoves(node);
  const seen = likeliest(rare, TAIL_SEEN * dropped.probability);
  const open = seen.filter(({ ended }) => ended === undefined).map(({ uci }) => uci);
  const glances = open.length > 0 ? await queries.compare(node.history, open, priority) : undefined;
  let weight = 0;
  let sum = 0;
  for (const { uci, probability, ended } of seen) {
    const worth = ended ?? glances?.get(uci)?.winrate;
    if (worth === undefined) throw new RangeError(`${uci} after ${node.san} was not evaluated`);
    weight += probability;
    sum += probability * worth;
  }
  dropped.winrate = sum / weight;
  dropped.seen = seen.length;
}

function rareMoves({ history, mover, children, prediction }: Node): RareMove[] {
  const kept = new Set(children.map(({ uci }) => uci));
  return legalMoves(history.position).flatMap(({ uci, move }, index) => {
    if (kept.has(uci)) return [];
    const ended = worthOf(outcomeOf(playMove(history, move)), otherMover(mover));
    return [{ uci, probability: prediction?.probabilities[index] ?? 0, ended }];
  });
}

/** As few as make up so much together; at least one. */
function likeliest(moves: readonly RareMove[], enough: number): RareMove[] {
  const ordered = [...moves].sort((a, b) => b.probability - a.probability || (a.uci < b.uci ? -1 : 1));
  let sum = 0;
  const end = ordered.findIndex(({ probability }) => {
    sum += probability;
    return sum >= enough;
  });
  return end < 0 ? ordered : ordered.slice(0, end + 1);
}
