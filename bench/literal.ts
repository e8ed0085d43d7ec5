import type { Color } from 'chessops/types';
import type { ExpectedParams } from '../src/analysis/expected/params.ts';
import type { Game } from '../src/chess/game.ts';
import { legalMoves } from '../src/chess/position.ts';
import { lastPositions, type Outcome, outcomeOf, playOn, type Trail, trailOf } from '../src/chess/trail.ts';
import { winrate } from '../src/chess/winrate.ts';
import { HISTORY_LENGTH } from '../src/engine/encode.ts';
import type { Maia } from '../src/engine/maia.ts';
import { softmax } from '../src/engine/policy.ts';
import type { Stockfish } from '../src/engine/stockfish.ts';

/**
 * The expected win rate as it is written down, one step after the other: every position is searched to the full depth by
 * one engine that has forgotten the one before, Maia is asked one position at a time, nothing is shared and nothing
 * skipped. What `src/analysis/expected` does differently is measured against this, so it shares none of its code.
 */

export interface LiteralEngines {
  stockfish: Stockfish;
  maia: Maia;
}

export interface LiteralMove {
  uci: string;
  winrate: number;
  expected: number;
}

interface Asking extends LiteralEngines {
  params: ExpectedParams;
  player: Color;
}

interface Node {
  uci: string;
  trail: Trail;
  outcome: Outcome | undefined;
  cumulative: number;
  children: Node[];
  winrate?: number;
}

const CLAIM = { priority: 'interactive', owner: 'bench' } as const;

/** Best first. */
export async function expectedLiterally(
  game: Game,
  params: ExpectedParams,
  engines: LiteralEngines,
): Promise<LiteralMove[]> {
  const root = trailOf(game);
  const asking: Asking = { ...engines, params, player: root.position.turn };

  const moves = legalMoves(root.position).map(({ uci, move }) => nodeOf(uci, playOn(root, move), 1));
  for (const node of moves) await evaluate(node, asking);
  const rootWinrate = Math.max(...moves.map(known));
  const threshold = rootWinrate + params.loss;
  const candidates = moves.filter(node => known(node) >= threshold);

  for (const tree of candidates) await grow(tree, asking);
  for (const tree of candidates) for (const leaf of leavesOf(tree)) await evaluate(leaf, asking);

  const isPlayers = ({ trail }: Node) => trail.position.turn !== asking.player;
  for (const tree of candidates) for (const node of [...walk(tree)].filter(isPlayers)) await evaluate(node, asking);
  for (const tree of candidates)
    for (const node of [...walk(tree)].filter(isPlayers)) if (known(node) < threshold) node.children = [];

  return candidates
    .map(tree => ({ uci: tree.uci, winrate: known(tree), expected: expectationOf(tree, rootWinrate) }))
    .sort((a, b) => b.expected - a.expected || b.winrate - a.winrate || (a.uci < b.uci ? -1 : 1));
}

const nodeOf = (uci: string, trail: Trail, cumulative: number): Node => ({
  uci,
  trail,
  outcome: outcomeOf(trail),
  cumulative,
  children: [],
});

async function grow(node: Node, asking: Asking): Promise<void> {
  if (node.outcome) return;
  const { maia, params, player } = asking;
  const own = node.trail.position.turn === player;
  const { logits } = await maia.predict(
    {
      history: lastPositions(node.trail, HISTORY_LENGTH),
      rating: own ? params.rating : params.opponentRating,
      opponentRating: own ? params.opponentRating : params.rating,
    },
    CLAIM,
  );
  const probabilities = softmax(logits);
  for (const [index, { uci, move }] of legalMoves(node.trail.position).entries()) {
    const cumulative = node.cumulative * (probabilities[index] as number);
    if (cumulative >= params.threshold) node.children.push(nodeOf(uci, playOn(node.trail, move), cumulative));
  }
  for (const child of node.children) await grow(child, asking);
}

async function evaluate(node: Node, asking: Asking): Promise<void> {
  node.winrate ??= finalWinrate(node, asking.player) ?? (await searchedWinrate(node, asking));
}

function finalWinrate({ outcome, trail }: Node, player: Color): number | undefined {
  if (outcome === 'checkmate') return trail.position.turn === player ? 0 : 1;
  return outcome && 0.5;
}

async function searchedWinrate({ trail }: Node, { stockfish, params, player }: Asking): Promise<number> {
  const limit = { kind: 'depth', depth: params.depth } as const;
  const { lines } = await stockfish.search(trail.position, { limit, multipv: 1, deterministic: true });
  if (!lines[0]) throw new RangeError('a search has at least one line');
  return winrate(lines[0].score, player);
}

function known({ uci, winrate }: Node): number {
  if (winrate === undefined) throw new RangeError(`the position after ${uci} was not evaluated`);
  return winrate;
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

const leavesOf = (tree: Node): Node[] => [...walk(tree)].filter(({ children }) => children.length === 0);

function expectationOf(tree: Node, rootWinrate: number): number {
  let coverage = 0;
  let sum = 0;
  for (const leaf of leavesOf(tree)) {
    coverage += leaf.cumulative;
    sum += leaf.cumulative * known(leaf);
  }
  return sum + (1 - coverage) * rootWinrate;
}
