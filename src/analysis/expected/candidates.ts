import type { History } from '../../chess/history.ts';
import { legalMoves, sanLine } from '../../chess/position.ts';
import { inHalves } from '../engines.ts';
import { AT_ONCE, type EngineQueries, type NodeEvaluation } from './engine-queries.ts';
import { type ExpectedParams, rootDepth } from './params.ts';
import type { OtherMove } from './report.ts';
import { candidateNode, finalValue, type Node } from './tree.ts';

/** A legal move of the root, and what is known of it so far. */
export interface RootMove {
  /** The start of its tree; its evaluation, once there is one, is to the full depth. */
  readonly node: Node;
  /** The best look so far that was not to the full depth; missing where the move ends the game. */
  look: NodeEvaluation | undefined;
  /** Maia's probability. */
  readonly maia: number;
}

export interface Selection {
  /** The win rate of the best move. */
  rootWinrate: number;
  threshold: number;
  /** Best win rate first, like the others. */
  candidates: RootMove[];
  notAnalysed: RootMove[];
  rejected: RootMove[];
}

/** So close to being a candidate at a glance that a move is taken for one until its full search says otherwise. */
const NEAR = 0.03;
/** The moves of the root come before everything in the trees, which are ranked from 0 on. */
const BEFORE_TREES = 1000;
/** Of Maia's likeliest so many are analysed whatever the limit: people want to know about them. */
const ALWAYS_ANALYSED = 3;

/** The first look: all moves at once, shallowly, and how likely they are. */
export async function searchRootMoves(root: History, queries: EngineQueries): Promise<RootMove[]> {
  const nodes = legalMoves(root.position).map(({ move }) => candidateNode(root, move));
  const open = nodes.filter(({ outcome }) => !outcome);
  for (const { history } of open) queries.register(history);
  const halves = inHalves(
    open.map(({ uci }) => uci),
    root.position.turn,
  );
  const [{ probabilities }, ...glances] = await Promise.all([
    queries.predict(root),
    ...halves.map(half => queries.compare(root, half, AT_ONCE)),
  ]);
  const looks = new Map(glances.flatMap(glance => [...glance]));
  return nodes.map((node, index) => ({ node, look: looks.get(node.uci), maia: probabilities[index] ?? 0 }));
}

/** What is best known of a move: how it ends, a full search, a look. */
const winrateOf = ({ node, look }: RootMove): number =>
  finalValue(node) ?? node.evaluation?.winrate ?? look?.winrate ?? 0;

/** The win rate of the best move, as far as is known. */
export const bestOf = (moves: readonly RootMove[]): number => Math.max(...moves.map(winrateOf));

/** What will probably be candidates: their trees can grow before Stockfish has looked properly. */
export function likelyCandidates(moves: readonly RootMove[], { loss, maxCandidates }: ExpectedParams): RootMove[] {
  const bound = bestOf(moves) + loss;
  return limit(
    moves.filter(move => winrateOf(move) >= bound),
    moves,
    maxCandidates,
  ).chosen;
}

// How far a look may be off, measured in docs/decisions.md: moves that would not be candidates even so are let go.
const GLANCE_DOUBT = 0.1;
const MIDDLE_DOUBT = 0.05;
/** By how many half-moves the look in between falls short of a full search. */
const MIDDLE_LESS = 4;

/**
 * What may be good enough is searched to the full depth: at once where a glance says so, after a look in between where
 * it is in doubt. Where the best move turns out worse than it looked, others come within reach, so one has to ask
 * again.
 */
export async function selectCandidates(
  moves: readonly RootMove[],
  params: ExpectedParams,
  queries: EngineQueries,
): Promise<Selection> {
  const full = rootDepth(params);
  const middle = full - MIDDLE_LESS > queries.shallowDepth ? full - MIDDLE_LESS : undefined;
  const instant = params.leaf === 'maia'; // what an engine remembers makes it faster
  const open = sorted(moves.filter(({ node }) => !node.outcome));
  const lookAgain = async (move: RootMove, bound: number, rank: number): Promise<void> => {
    const turn = rank - BEFORE_TREES;
    const glanced = move.look?.depth === queries.shallowDepth;
    if (middle && glanced && winrateOf(move) < bound - NEAR)
      move.look = await queries.evaluate(move.node.history, turn, middle);
    else if (instant) move.node.evaluation = await queries.evaluate(move.node.history, turn, full);
    else move.node.evaluation = await queries.evaluateAfresh(move.node.history, turn, full);
  };
  for (;;) {
    const bound = bestOf(moves) + params.loss;
    const doubtOf = ({ look }: RootMove) => (middle && look?.depth === middle ? MIDDLE_DOUBT : GLANCE_DOUBT);
    const due = open.filter(move => !move.node.evaluation && winrateOf(move) >= bound - doubtOf(move));
    if (due.length === 0) break;
    await Promise.all(due.map((move, rank) => lookAgain(move, bound, rank)));
  }
  const rootWinrate = bestOf(moves);
  const threshold = rootWinrate + params.loss;
  const good = moves.filter(move => winrateOf(move) >= threshold);
  const { chosen, left } = limit(good, moves, params.maxCandidates);
  return {
    rootWinrate,
    threshold,
    candidates: chosen,
    notAnalysed: left,
    rejected: sorted(moves.filter(move => winrateOf(move) < threshold)),
  };
}

function limit(good: readonly RootMove[], all: readonly RootMove[], max: number | null) {
  const favourites = [...all].sort((a, b) => b.maia - a.maia).slice(0, ALWAYS_ANALYSED);
  const ordered = sorted(good);
  const isIn = (move: RootMove, index: number) => max === null || index < max || favourites.includes(move);
  return {
    chosen: ordered.filter(isIn),
    left: ordered.filter((move, index) => !isIn(move, index)),
  };
}

const sorted = (moves: readonly RootMove[]): RootMove[] =>
  [...moves].sort((a, b) => winrateOf(b) - winrateOf(a) || (a.node.uci < b.node.uci ? -1 : 1));

export function otherMove(move: RootMove): OtherMove {
  const { node, look, maia } = move;
  const { san, uci, evaluation = look, history } = node;
  const reply = evaluation?.reply;
  const [answer] = reply ? sanLine(history.position, [reply]) : [];
  return {
    san,
    uci,
    winrate: winrateOf(move),
    score: evaluation?.score ?? null,
    maia,
    reply: reply && answer ? { san: answer, uci: reply } : null,
    depth: evaluation?.depth ?? null,
  };
}
