import type { Leaf } from '../analysis/expected/params.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../analysis/expected/report.ts';
import { count, percent, plural } from '../base/text.ts';
import { current, type Game, numberedLine } from '../chess/game.ts';
import { after, moveOf, other, type Position, sanOf } from '../chess/position.ts';
import { makeScore } from '../chess/score.ts';
import { nameOf } from '../chess/words.ts';
import type { PgnGame } from '../input/pgn.ts';
import { otherMoves, type SortedReport, verdict } from '../present/verdict.ts';
import { duration, ENDINGS, type Style, type Terminal, table } from './terminal.ts';

/** What a report answers, for its first lines. */
interface PrintedQuestion {
  game: Game;
  names: PgnGame['names'];
}

/** A report in words and columns. */
export function printExpected(terminal: Terminal, question: PrintedQuestion, report: SortedReport, ms: number): void {
  const { rating, opponentRating } = report.params;
  const lastMove = lastMoveOf(question);
  const player = nameOf(report.player);
  if (lastMove) terminal.print(`After ${lastMove}:`);
  if (report.ending) return terminal.print(ENDINGS[report.ending](player));
  const who = question.names[report.player];
  const whom = question.names[other(report.player)];
  const name = (given: string | undefined) => (given ? ` (${given})` : '');
  terminal.print(
    `${player}${name(who)} to move, rated ${rating}, against ${opponentRating}${name(whom)}. Win rates are ${player}'s; a draw counts half.`,
  );
  terminal.print();
  for (const row of table(rows(report), RIGHT)) terminal.print(row);
  terminal.print();
  for (const line of legend(report.params.leaf)) terminal.print(terminal.style('dim', line));
  terminal.print();
  for (const sentence of verdict(report)) terminal.print(sentence);
  for (const line of footnotes(report, ms)) terminal.print(terminal.style('dim', line));
}

const JUDGES: Record<Leaf, string> = {
  stockfish: 'and Stockfish judges where that leads. human: the same, judged by how such games end.',
  maia: 'and where that leads is judged by how such games end; human is the same.',
  blend: 'judged half by Stockfish, half by how such games end. human: by how they end alone.',
};

const legend = (leaf: Leaf): string[] => [
  `expected: both sides go on as people do, ${JUDGES[leaf]}`,
  "score: in pawns, White's. played: how often people choose it. plies: how far the tree goes, on average.",
  `${leaf === 'maia' ? 'trap and risk are not known: that takes Stockfish.' : 'trap: opponents who go wrong at once. risk: going wrong oneself.'}`,
];
const HEAD = ['', 'move', 'expected', 'human', 'engine', 'score', 'played', 'trap', 'risk', 'confidence', 'plies'];
const RIGHT = [0, 2, 3, 4, 5, 6, 7, 8, 10];

function rows({ moves }: ExpectedReport): string[][] {
  const line = (move: CandidateMove, index: number) => [
    `${index + 1}.`,
    move.san,
    percent(move.expected),
    percent(move.human),
    percent(move.winrate),
    move.score ? makeScore(move.score) : '',
    percent(move.maia),
    share(move.trap),
    share(move.risk),
    move.confidence,
    move.treeDepth.toFixed(1),
  ];
  return [HEAD, ...moves.map(line)];
}

const share = (value: number | null): string => (value === null ? '–' : percent(value, 0));

function lastMoveOf({ game }: PrintedQuestion): string {
  const move = game.moves.at(-1);
  const before = game.positions.at(-2);
  return move && before ? numberedLine(before, [sanOf(before, move)]) : '';
}

function footnotes(report: ExpectedReport, ms: number): string[] {
  const { stats, params, engine, model } = report;
  const searches = engine
    ? `${plural(stats.stockfishPositions, 'search', 'searches')} by ${engine.name} up to depth ${deepest(report)}`
    : 'no searches';
  const remembered = stats.cacheHits > 0 ? `, ${count(stats.cacheHits)} of these answers remembered` : '';
  const source =
    report.cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  return [
    ...otherMoves(report),
    `${plural(stats.branches, 'line')}, ${percent(stats.coverage, 0)} of what people play; ${plural(stats.maiaPositions, 'position')} by ${model.id}, ${searches}${remembered}; ${source}.`,
    `Threshold ${params.threshold}, loss ${params.loss}, residual ${params.residual}, leaf ${params.leaf}.`,
  ];
}

function deepest({ moves, rejected, notAnalysed }: ExpectedReport): number {
  const inTree = (node: TreeNode): number => Math.max(node.depth ?? 0, ...node.children.map(inTree));
  const others = [...rejected, ...notAnalysed].map(({ depth }) => depth ?? 0);
  return Math.max(0, ...others, ...moves.map(({ tree }) => inTree(tree)));
}

/** The trees of a report: how likely a move is, how likely the whole line, and what the player scores from there. */
export function printTrees(terminal: Terminal, game: Game, { moves }: ExpectedReport): void {
  for (const { tree } of moves) {
    terminal.print();
    for (const { text, style } of treeLines(current(game), tree))
      terminal.print(style ? terminal.style(style, text) : text);
  }
}

interface Line {
  text: string;
  style?: Style;
}

export function treeLines(before: Position, node: TreeNode, first = '', rest = '', isCandidate = true): Line[] {
  const move = moveOf(before, node.uci);
  const position = move ? after(before, move) : before;
  const last = node.children.length - 1;
  const below = node.children.flatMap((child, index) =>
    treeLines(
      position,
      child,
      `${rest}${index === last ? '└ ' : '├ '}`,
      `${rest}${index === last ? '  ' : '│ '}`,
      false,
    ),
  );
  return [{ text: `${first}${describe(before, node, isCandidate)}`, ...(node.pruned && { style: 'red' }) }, ...below];
}

function describe(before: Position, node: TreeNode, isCandidate: boolean): string {
  const { probability, cumulative, winrate, expected, leaf, pruned, terminal } = node;
  const own = numberedLine(before, [node.san]);
  const likely = isCandidate ? [] : [percent(probability, 0)];
  const line = cumulative === probability ? [] : [`line ${percent(cumulative, cumulative < 0.01 ? 1 : 0)}`];
  const value = winrate === undefined ? [] : [`Stockfish ${percent(winrate, 0)}`];
  const backedUp = leaf && winrate === expected ? [] : [`expected ${percent(expected, 0)}`];
  const remarks = [...(pruned ? ['blunder ??'] : []), ...(terminal ? [terminal] : [])];
  return [own, [...likely, ...line, ...value, ...backedUp, ...remarks].join(', ')].join('  ');
}
