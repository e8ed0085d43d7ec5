import { nameOf } from '../chess/words.ts';
import type { Shown } from './tree-fold.ts';
import type { TreeLayout } from './tree-layout.ts';
import { percent, plural, share, type TreeScene, turnOf } from './tree-scene.ts';

type Counts = Pick<TreeLayout, 'shown' | 'all'>;

export const shownText = ({ shown, all }: Counts): string =>
  all === shown ? `${plural(all, 'position')}, all shown` : `${shown} of ${plural(all, 'position')} shown`;

/** The likeliest continuation, as far as it is shown. */
function mainLine(root: Shown | undefined): string[] {
  const moves: string[] = [];
  for (let at = root?.children[0]; at; at = at.children[0])
    moves.push(`${at.branch.san} ${share(at.branch.probability)}`);
  return moves;
}

/** For those who cannot see the picture: what it says first, and how much of the tree it says it about. */
export function altOf(scene: TreeScene, { nodes, shown, all }: TreeLayout): string {
  const { root, player, winrate, coverage } = scene;
  const moves = mainLine(nodes[0]?.shown);
  const blunders = nodes.filter(node => node.shown.branch.pruned).length;
  const traps = nodes.filter(node => node.shown.branch.trap).length;
  const sentences = [
    `How people go on after ${turnOf(scene, 0).number} ${root.san}: expected win rate for ${nameOf(player)} ${percent(root.expected, 1)}`,
    ...(winrate === undefined ? [] : [`Stockfish ${percent(winrate, 1)}`]),
    ...(coverage === undefined ? [] : [`${percent(coverage)} of games covered`]),
  ];
  return [
    `${sentences.join(', ')}.`,
    ...(moves.length > 0 ? [`Likeliest: ${moves.join(', ')}.`] : []),
    ...(blunders > 0 ? [`${plural(blunders, 'blunder')} marked.`] : []),
    ...(traps > 0 ? [`${plural(traps, 'mistake')} of the opponent’s marked.`] : []),
    `${shownText({ shown, all })}.`,
  ].join(' ');
}
