import { Chess } from 'chess.js';
import { expect } from 'vitest';
import type {
  CandidateMove,
  ExpectedReport,
  OtherMove,
  Stats,
  TreeNode,
} from '../../../src/analysis/expected/report.ts';

/**
 * Recomputes a report from its own JSON and the rules of chess (by chess.js, which the analysis does not use), so that
 * no number has to be believed.
 */
export function expectLaws(report: ExpectedReport): void {
  const { moves, rejected, notAnalysed, params, rootWinrate, threshold } = report;
  if (rootWinrate === null || threshold === null) throw new Error('a finished game has no laws to keep');
  const others: OtherMove[] = [...notAnalysed, ...rejected];
  expect([...moves, ...others].map(({ uci }) => uci).sort()).toEqual(legalUci(report.fen).sort());
  expect(rootWinrate).toBe(Math.max(...[...moves, ...others].map(({ winrate }) => winrate)));
  expect(threshold).toBe(rootWinrate + params.loss);
  for (const { winrate } of [...moves, ...notAnalysed]) expect(winrate).toBeGreaterThanOrEqual(threshold);
  for (const { winrate } of rejected) expect(winrate).toBeLessThan(threshold);
  expect(sum([...moves, ...others].map(({ maia }) => maia))).toBeCloseTo(1, 9);
  expectSorted(moves);
  for (const move of moves) expectMove(move, report, rootWinrate, threshold);
  expectTotals(report.stats, moves);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const legalUci = (fen: string): string[] =>
  new Chess(fen, { skipValidation: true }).moves({ verbose: true }).map(({ lan }) => lan);

function expectSorted(moves: readonly CandidateMove[]): void {
  for (const [index, move] of moves.entries()) {
    const before = moves[index - 1];
    if (!before) continue;
    const mates = ({ tree }: CandidateMove) => Number(tree.terminal === 'checkmate');
    const order =
      before.expected - move.expected ||
      before.winrate - move.winrate ||
      mates(before) - mates(move) ||
      (before.uci < move.uci ? 1 : -1);
    expect(order).toBeGreaterThan(0);
  }
}

function expectTotals(stats: Stats, moves: readonly CandidateMove[]): void {
  expect(stats.branches).toBe(sum(moves.map(({ branches }) => branches)));
  expect(stats.nodes).toBe(sum(moves.map(({ nodes }) => nodes)));
  expect(stats.coverage).toBeCloseTo(sum(moves.map(({ coverage }) => coverage)) / moves.length, 12);
}

interface Seen {
  node: TreeNode;
  plies: number;
}

function expectMove(move: CandidateMove, report: ExpectedReport, rootWinrate: number, threshold: number): void {
  const { tree } = move;
  const { params } = report;
  expect(tree).toMatchObject({ san: move.san, uci: move.uci, mover: 'player', probability: 1, cumulative: 1 });
  expect(tree.winrate).toBe(move.winrate);
  const seen: Seen[] = [];
  visit(tree, report.fen, 0, report, threshold, seen);
  const leaves = seen.filter(({ node }) => node.leaf);
  const coverage = sum(leaves.map(({ node }) => node.cumulative));
  expect(move.coverage).toBeCloseTo(coverage, 12);
  expect(move.confidence).toBe(coverage > 0.8 ? 'high' : coverage >= 0.6 ? 'medium' : 'low');
  expect(move.branches).toBe(leaves.length);
  expect(move.nodes).toBe(seen.length);
  expect(Math.abs(move.treeDepth - sum(leaves.map(({ plies }) => plies)) / leaves.length)).toBeLessThan(0.0501);
  // The source's formula, and the two that value what was dropped where it was dropped.
  const stockfish = (node: TreeNode) => node.winrate as number;
  const human = (node: TreeNode) => node.human as number;
  const total = (value: (node: TreeNode) => number, tail: (node: TreeNode) => number): number => {
    const known = sum(leaves.map(({ node }) => node.cumulative * value(node)));
    if (params.residual === 'base') return known + (1 - coverage) * rootWinrate;
    const inner = seen.filter(({ node }) => !node.leaf);
    const rest = (node: TreeNode) => node.cumulative * (1 - sum(node.children.map(({ probability }) => probability)));
    return known + sum(inner.map(({ node }) => rest(node) * tail(node)));
  };
  const humanSum = total(human, human);
  expect(move.human).toBeCloseTo(humanSum, 9);
  if (params.leaf === 'maia') {
    expect(move.expected).toBeCloseTo(humanSum, 9);
    expect([move.trap, move.risk]).toEqual([null, null]);
  } else {
    // Where nothing was dropped there is nothing to weigh, and nobody looked.
    const dropped = (node: TreeNode) => (node.dropped?.probability === 0 ? 0 : (node.dropped?.winrate as number));
    const rare = params.residual === 'node' ? stockfish : dropped;
    const engineSum = total(stockfish, rare);
    expect(move.expected).toBeCloseTo(params.leaf === 'blend' ? (engineSum + humanSum) / 2 : engineSum, 9);
    const trapped = tree.children.filter(({ winrate }) => (winrate as number) >= move.winrate + 0.1);
    expect(move.trap).toBeCloseTo(sum(trapped.map(({ probability }) => probability)), 12);
    const blunders = seen.filter(({ node }) => node.pruned);
    expect(move.risk).toBeCloseTo(sum(blunders.map(({ node }) => node.cumulative)), 12);
  }
  for (const value of [move.expected, move.human, move.coverage, move.risk ?? 0, move.trap ?? 0]) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1 + 1e-12);
  }
}

function visit(
  node: TreeNode,
  before: string,
  plies: number,
  report: ExpectedReport,
  threshold: number,
  seen: Seen[],
): void {
  const { params, player } = report;
  seen.push({ node, plies });
  const board = new Chess(before, { skipValidation: true });
  expect(board.move(squares(node.uci)).san).toBe(node.san);
  expect(places(board.fen())).toEqual(places(node.fen));
  expect(node.leaf).toBe(node.children.length === 0);
  expect(node.mover).toBe(plies % 2 === 0 ? 'player' : 'opponent');
  expect(node.cumulative).toBeGreaterThanOrEqual(params.threshold);
  if (node.score && node.winrate !== undefined) expect(node.winrate).toBeCloseTo(curve(node.score, player), 12);
  const searched = params.leaf !== 'maia';
  const looked = node.mover === 'player' || plies === 1 || node.leaf;
  if (searched && looked) expect(node.winrate).toBeDefined();
  // What is part of the sum was searched as deep as it weighs in it; elsewhere a glance may have been enough.
  const less = node.cumulative >= 0.5 ? 0 : Math.floor(2 * Math.log2(0.5 / node.cumulative));
  const due = Math.max(Math.min(8, params.depth), params.depth - less);
  if (searched && node.leaf && !node.terminal) expect(node.depth).toBeGreaterThanOrEqual(due);
  if (node.depth !== undefined) expect(node.depth).toBeLessThanOrEqual(params.depth);
  if (node.pruned) expect(node).toMatchObject({ mover: 'player', leaf: true });
  if (node.pruned) expect(node.winrate).toBeLessThan(threshold);
  const playerMoved = node.mover === 'player' && plies > 0;
  if (searched && playerMoved && !node.pruned) expect(node.winrate).toBeGreaterThanOrEqual(threshold);
  if (node.terminal) {
    expect(node.leaf).toBe(true);
    expect(node.winrate).toBe(node.terminal !== 'checkmate' ? 0.5 : node.mover === 'player' ? 1 : 0);
    expect(node.human).toBe(node.winrate);
    if (node.terminal === 'checkmate') expect(board.isCheckmate()).toBe(true);
    if (node.terminal === 'stalemate') expect(board.isStalemate()).toBe(true);
    if (node.terminal === 'dead') expect(board.isInsufficientMaterial()).toBe(true);
    return;
  }
  expect(board.isCheckmate() || board.isStalemate()).toBe(false);
  if (node.pruned) return;
  // Every legal move is either a child or counted among the dropped, and none of those was likely enough.
  const { dropped, children } = node;
  expect(children.length + (dropped?.moves ?? 0)).toBe(new Chess(node.fen, { skipValidation: true }).perft(1));
  expect(sum(children.map(({ probability }) => probability)) + (dropped?.probability ?? 0)).toBeCloseTo(1, 9);
  expect((dropped?.likeliest ?? 0) * node.cumulative).toBeLessThan(params.threshold);
  const tail = searched && params.residual === 'tail' && children.length > 0 && (dropped?.probability ?? 0) > 0;
  if (tail) expect(dropped?.seen).toBeGreaterThan(0);
  if (tail) expect(dropped?.seen).toBeLessThanOrEqual(dropped?.moves ?? 0);
  for (const [index, child] of children.entries()) {
    expect(child.cumulative).toBeCloseTo(node.cumulative * child.probability, 12);
    expect(child.probability).toBeLessThanOrEqual(children[index - 1]?.probability ?? 1);
    visit(child, node.fen, plies + 1, report, threshold, seen);
  }
}

const squares = (uci: string) => ({
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  ...(uci.length > 4 && { promotion: uci.slice(4) }),
});

/** Placement, side and castling: the two libraries write en passant and clocks by different customs. */
const places = (fen: string): string[] => fen.split(' ').slice(0, 3);

/** https://lichess.org/page/accuracy, once more. */
function curve(score: NonNullable<TreeNode['score']>, player: 'white' | 'black'): number {
  const sign = player === 'white' ? 1 : -1;
  if (score.kind === 'mate') return score.mate * sign > 0 ? 1 : 0;
  const cp = Math.max(-1000, Math.min(1000, score.cp * sign));
  return 1 / (1 + Math.exp(-0.00368208 * cp));
}

/** A report without what may differ from run to run: its times. */
export const timeless = (report: ExpectedReport): string =>
  JSON.stringify(report, (key, value) => (key === 'time' ? undefined : value));
