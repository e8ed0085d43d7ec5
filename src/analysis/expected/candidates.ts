import { legalMoves, sanLine } from '../../chess/position.ts';
import type { Trail } from '../../chess/trail.ts';
import { AT_ONCE, type Evaluation, type Evidence } from './evidence.ts';
import { candidateNode, finalValue, type Node } from './node.ts';
import { type ExpectedParams, shallowDepth } from './params.ts';
import type { OtherMove } from './report.ts';

/** A legal move of the root, and what is known of it so far. */
export interface RootMove {
  /** The start of its tree; its evaluation, once there is one, is to the full depth. */
  readonly node: Node;
  /** At a glance; missing where the move ends the game. */
  readonly glance: Evaluation | undefined;
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

/** Moves this much worse than the best at a glance are not searched to the full depth. Measured: it loses no candidate. */
const MARGIN = 0.25;
/** How far a glance may be off, for losses that the margin does not cover. */
const DOUBT = 0.15;
/** A little more than the loss allows, so that the trees of most candidates stand before it is certain that they are. */
const GENEROSITY = 0.03;
/** Of Maia's likeliest so many are analysed whatever the limit: people want to know about them. */
const ALWAYS_ANALYSED = 3;

/** The first look: all moves at once, shallowly, and how likely they are. */
export async function glanceAtMoves(root: Trail, evidence: Evidence): Promise<RootMove[]> {
  const nodes = legalMoves(root.position).map(({ move }) => candidateNode(root, move));
  const open = nodes.filter(({ outcome }) => !outcome);
  for (const { trail } of open) evidence.know(trail);
  const [{ probabilities }, glances] = await Promise.all([
    evidence.predict(root),
    open.length > 0
      ? evidence.compare(
          root,
          open.map(({ uci }) => uci),
          AT_ONCE,
        )
      : new Map<string, Evaluation>(),
  ]);
  return nodes.map((node, index) => ({
    node,
    glance: glances.get(node.uci),
    maia: probabilities[index] ?? 0,
  }));
}

/** What is best known of a move: how it ends, a full search, a glance. */
export const winrateOf = ({ node, glance }: RootMove): number =>
  finalValue(node) ?? node.evaluation?.winrate ?? glance?.winrate ?? 0;

const bestOf = (moves: readonly RootMove[]): number => Math.max(...moves.map(winrateOf));

/** What will probably be candidates: their trees can grow while the searches run. */
export function likelyCandidates(moves: readonly RootMove[], { loss, maxCandidates }: ExpectedParams): RootMove[] {
  const bound = bestOf(moves) + loss - GENEROSITY;
  return limit(
    moves.filter(move => winrateOf(move) >= bound),
    moves,
    maxCandidates,
  ).chosen;
}

/** The second look: what may be good enough is searched to the full depth. */
export async function selectCandidates(
  moves: readonly RootMove[],
  params: ExpectedParams,
  evidence: Evidence,
): Promise<Selection> {
  const margin = Math.max(MARGIN, DOUBT - params.loss);
  for (let bound = bestOf(moves) - margin; ; bound = bestOf(moves) + params.loss) {
    const due = moves.filter(move => !move.node.outcome && !move.node.evaluation && winrateOf(move) >= bound);
    // Where the best move turned out worse than it looked, others have come within reach.
    if (due.length === 0) break;
    await Promise.all(
      sorted(due).map(async ({ node }, rank) => {
        node.evaluation = await evidence.evaluate(node.trail, rank - due.length);
      }),
    );
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

export function otherMove(move: RootMove, params: ExpectedParams): OtherMove {
  const { node, glance, maia } = move;
  const { san, uci, outcome, evaluation, trail } = node;
  const reply = (evaluation ?? glance)?.reply;
  const [answer] = reply ? sanLine(trail.position, [reply]) : [];
  return {
    san,
    uci,
    winrate: winrateOf(move),
    score: outcome ? null : ((evaluation ?? glance)?.score ?? null),
    maia,
    reply: reply && answer ? { san: answer, uci: reply } : null,
    depth: outcome ? null : evaluation ? params.depth : shallowDepth(params),
  };
}
