import { legalMoves } from '../../chess/position.ts';
import type { Evidence } from './evidence.ts';
import { candidateNode, finalValue, isLeaf, type Node, prune, sizeOf } from './node.ts';
import type { ExpectedParams } from './params.ts';

/** How far a glance may be off where it decides whether a move was a mistake. */
const GLANCE_DOUBT = 0.08;

export interface Judging {
  params: ExpectedParams;
  evidence: Evidence;
  /** A move of the player's that leaves less than this is a blunder. */
  threshold: number;
  /** A reply that leaves the player this much is a mistake. */
  trapBound: number;
  /** Among the candidates, from 0: the first come first. */
  rank: number;
  /** So many positions more are done with: evaluated, cut off, or in no need of it. */
  onJudged: (count: number) => void;
}

/**
 * Has Stockfish look at a tree: the likeliest positions first, and nothing below a blunder of the player's, which ends
 * its line. The opponent's mistakes are followed: the player profits from them.
 */
export async function judge(node: Node, judging: Judging): Promise<void> {
  const { params, evidence, onJudged } = judging;
  const look = lookAt(node, judging);
  if (node.mover === 'player') await look;
  if (isBlunder(node, judging)) {
    onJudged(sizeOf(node));
    prune(node);
    return;
  }
  await Promise.all([
    look,
    ...node.children.map(child => judge(child, judging)),
    params.residual === 'tail' && !isLeaf(node) ? judgeTail(node, evidence, importance(node, judging)) : undefined,
  ]);
  onJudged(1);
}

/** One candidate after the other; within one, the likeliest positions. */
const importance = ({ cumulative }: Node, { rank }: Judging): number => rank - cumulative;

const isBlunder = ({ mover, plies, outcome, evaluation }: Node, { threshold }: Judging): boolean =>
  mover === 'player' && plies > 0 && !outcome && evaluation !== undefined && evaluation.winrate < threshold;

async function lookAt(node: Node, judging: Judging): Promise<void> {
  if (node.evaluation || node.outcome) return;
  const turn = importance(node, judging);
  if (!(isValued(node, judging.params) || (await isInDoubt(node, turn, judging)))) return;
  node.evaluation = await judging.evidence.evaluate(node.trail, turn);
}

/** Whether what Stockfish says of a position is part of the sum: where a line ends, or what was dropped is worth its node. */
const isValued = (node: Node, { residual }: ExpectedParams): boolean =>
  isLeaf(node) || residual === 'node' || (residual === 'tail' && node.early);

/**
 * Inside a tree a search only decides: whether the player's move was a blunder, whether the first reply was a mistake.
 * A glance does that, unless it is a close thing. A blunder ends its line, so its worth counts, and one has to look again.
 */
async function isInDoubt(node: Node, turn: number, { evidence, threshold, trapBound }: Judging): Promise<boolean> {
  const isPlayers = node.mover === 'player';
  if (!isPlayers && node.plies > 1) return false;
  node.glance ??= await evidence.glance(node.trail, turn);
  const { winrate } = node.glance;
  return isPlayers ? winrate < threshold + GLANCE_DOUBT : Math.abs(winrate - trapBound) <= GLANCE_DOUBT;
}

/** The moves that were dropped, at a glance, each by its probability. */
async function judgeTail(node: Node, evidence: Evidence, priority: number): Promise<void> {
  const { dropped, prediction } = node;
  if (!dropped || dropped.probability === 0) return;
  const kept = new Set(node.children.map(({ uci }) => uci));
  const rare = legalMoves(node.trail.position)
    .map(({ uci, move }, index) => ({ uci, move, probability: prediction?.probabilities[index] ?? 0 }))
    .filter(({ uci }) => !kept.has(uci));
  const open: string[] = [];
  let sum = 0;
  for (const { uci, move, probability } of rare) {
    const ended = finalValue({ ...candidateNode(node.trail, move), mover: other(node.mover) });
    if (ended === undefined) open.push(uci);
    else sum += probability * ended;
  }
  const glances = open.length > 0 ? await evidence.compare(node.trail, open, priority) : undefined;
  for (const { uci, probability } of rare) sum += probability * (glances?.get(uci)?.winrate ?? 0);
  dropped.winrate = sum / dropped.probability;
}

const other = (mover: Node['mover']): Node['mover'] => (mover === 'player' ? 'opponent' : 'player');
