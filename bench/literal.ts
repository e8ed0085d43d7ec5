import type { Color } from 'chessops/types';
import type { ExpectedParams } from '../src/analysis/expected/params.ts';
import { softmax } from '../src/base/probability.ts';
import type { Game } from '../src/chess/game.ts';
import { type History, historyOf, lastPositions, type Outcome, outcomeOf, playMove } from '../src/chess/history.ts';
import { legalMoves } from '../src/chess/position.ts';
import { winrate } from '../src/chess/score.ts';
import type { MaiaNet, MaiaPool } from '../src/engine/maia-pool.ts';
import { HISTORY_LENGTH } from '../src/engine/maia3-encoding.ts';
import type { Stockfish } from '../src/engine/stockfish.ts';

/**
 * The expected win rate as it was first written down, one step after the other: one engine that has forgotten every
 * search before, Maia one position at a time, nothing shared and nothing skipped. A position that lies on three lines
 * is searched for each of them. What `src/analysis/expected` does differently is measured against this, so it shares
 * none of its code.
 */

export interface LiteralEngines {
  stockfish: Stockfish;
  maia: MaiaPool;
  net: MaiaNet;
}

export interface LiteralMove {
  uci: string;
  winrate: number;
  expected: number;
}

export interface LiteralReport {
  /** Best first. */
  moves: LiteralMove[];
  stockfishNodes: number;
  /** Time that went into searching a position again: what the simplest of all improvements would save. */
  repeatedMs: number;
}

interface Asking extends LiteralEngines {
  params: ExpectedParams;
  player: Color;
  stockfishNodes: number;
  repeatedMs: number;
}

interface Node {
  uci: string;
  history: History;
  outcome: Outcome | undefined;
  cumulative: number;
  children: Node[];
  winrate?: number;
}

/** A line from a candidate on: its positions, the last of them a leaf. */
type Path = Node[];

const CLAIM = { priority: 'interactive', owner: 'bench' } as const;

export async function expectedLiterally(
  game: Game,
  params: ExpectedParams,
  engines: LiteralEngines,
): Promise<LiteralReport> {
  const root = historyOf(game);
  const asking: Asking = { ...engines, params, player: root.position.turn, stockfishNodes: 0, repeatedMs: 0 };

  // Step 1: the root, then every move.
  await evaluate(nodeOf('', root, 1), asking);
  const moves = legalMoves(root.position).map(({ uci, move }) => nodeOf(uci, playMove(root, move), 1));
  for (const node of moves) await evaluate(node, asking);
  const rootWinrate = Math.max(...moves.map(known));
  const threshold = rootWinrate + params.loss;

  const expectations: LiteralMove[] = [];
  for (const tree of moves.filter(node => known(node) >= threshold)) {
    // Steps 2 and 3: what people play, and where it leads.
    await grow(tree, asking);
    const paths = pathsOf(tree);
    for (const path of paths) await evaluate(path.at(-1) as Node, asking);
    // Step 4: every line again, for the player's blunders.
    const leaves = new Set<Node>();
    for (const path of paths) leaves.add(await endOf(path, threshold, asking));
    // Step 5: the sum.
    expectations.push({ uci: tree.uci, winrate: known(tree), expected: expectationOf(leaves, rootWinrate) });
  }
  return {
    moves: expectations.sort((a, b) => b.expected - a.expected || b.winrate - a.winrate || (a.uci < b.uci ? -1 : 1)),
    stockfishNodes: asking.stockfishNodes,
    repeatedMs: asking.repeatedMs,
  };
}

/** Where a line ends: at the player's first blunder, or at its leaf. */
async function endOf([candidate, ...path]: Path, threshold: number, asking: Asking): Promise<Node> {
  for (const node of path) {
    if (node.history.position.turn === asking.player) continue;
    await evaluate(node, asking);
    if (known(node) < threshold) return node;
  }
  return path.at(-1) ?? (candidate as Node);
}

function pathsOf(node: Node, before: Path = []): Path[] {
  const path = [...before, node];
  return node.children.length === 0 ? [path] : node.children.flatMap(child => pathsOf(child, path));
}

const nodeOf = (uci: string, history: History, cumulative: number): Node => ({
  uci,
  history,
  outcome: outcomeOf(history),
  cumulative,
  children: [],
});

async function grow(node: Node, asking: Asking): Promise<void> {
  if (node.outcome) return;
  const { maia, net, params, player } = asking;
  const own = node.history.position.turn === player;
  const { logits } = await maia.predict(
    net,
    {
      history: lastPositions(node.history, HISTORY_LENGTH),
      rating: own ? params.rating : params.opponentRating,
      opponentRating: own ? params.opponentRating : params.rating,
    },
    CLAIM,
  );
  const probabilities = softmax(logits);
  for (const [index, { uci, move }] of legalMoves(node.history.position).entries()) {
    const cumulative = node.cumulative * (probabilities[index] as number);
    if (cumulative >= params.threshold) node.children.push(nodeOf(uci, playMove(node.history, move), cumulative));
  }
  for (const child of node.children) await grow(child, asking);
}

async function evaluate(node: Node, asking: Asking): Promise<void> {
  const started = performance.now();
  const again = node.winrate !== undefined;
  node.winrate = finalWinrate(node, asking.player) ?? (await searchedWinrate(node, asking));
  if (again) asking.repeatedMs += performance.now() - started;
}

function finalWinrate({ outcome, history }: Node, player: Color): number | undefined {
  if (outcome === 'checkmate') return history.position.turn === player ? 0 : 1;
  return outcome && 0.5;
}

async function searchedWinrate({ history }: Node, asking: Asking): Promise<number> {
  const { stockfish, params, player } = asking;
  const limit = { kind: 'depth', depth: params.depth } as const;
  const { lines, nodes } = await stockfish.search(history.position, { limit, multipv: 1, deterministic: true });
  if (!lines[0]) throw new RangeError('a search has at least one line');
  asking.stockfishNodes += nodes;
  return winrate(lines[0].score, player);
}

function known({ uci, winrate }: Node): number {
  if (winrate === undefined) throw new RangeError(`the position after ${uci} was not evaluated`);
  return winrate;
}

function expectationOf(leaves: Iterable<Node>, rootWinrate: number): number {
  let coverage = 0;
  let sum = 0;
  for (const leaf of leaves) {
    coverage += leaf.cumulative;
    sum += leaf.cumulative * known(leaf);
  }
  return sum + (1 - coverage) * rootWinrate;
}
