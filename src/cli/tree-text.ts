import type { ExpectedReport, TreeNode } from '../analysis/expected/report.ts';
import { percent } from '../base/text.ts';
import { current, type Game } from '../chess/game.ts';
import { numberedLine } from '../chess/line.ts';
import { after, moveOf, type Position } from '../chess/position.ts';
import type { Style, Terminal } from './terminal.ts';

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
  return [{ text: `${first}${describe(before, node, isCandidate)}`, ...styleOf(node) }, ...below];
}

function describe(before: Position, node: TreeNode, isCandidate: boolean): string {
  const { probability, cumulative, winrate, expected, leaf } = node;
  const own = numberedLine(before, [node.san]);
  const likely = isCandidate ? [] : [percent(probability, 0)];
  const line = cumulative === probability ? [] : [`line ${percent(cumulative, cumulative < 0.01 ? 1 : 0)}`];
  const value = winrate === undefined ? [] : [`Stockfish ${percent(winrate, 0)}`];
  const backedUp = leaf && winrate === expected ? [] : [`expected ${percent(expected, 0)}`];
  return [own, [...likely, ...line, ...value, ...backedUp, ...remark(node)].join(', ')].join('  ');
}

const remark = ({ pruned, terminal }: TreeNode): string[] => [
  ...(pruned ? ['blunder ??'] : []),
  ...(terminal ? [terminal] : []),
];

const styleOf = ({ pruned }: TreeNode): { style?: Style } => (pruned ? { style: 'red' } : {});
