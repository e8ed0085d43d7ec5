import { percent, plural, shareText } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { hasStub, type ShownBranch } from './tree-fold.ts';
import { badgesOf, type TreeBadge, type TreeScene, turnOf } from './tree-scene.ts';

/** Longer ones are not chess. */
const LONGEST_NAME = 8;

interface Counts {
  shown: number;
  all: number;
}

export const shownText = ({ shown, all }: Counts): string =>
  all === shown ? `${plural(all, 'position')}, all shown` : `${shown} of ${plural(all, 'position')} shown`;

/** One move is named; a single line is told by its length. */
function foldedText({ branch, children, folded: { positions, lines } }: ShownBranch): string {
  if (lines > 1) return plural(lines, 'line');
  if (positions > 1) return plural(positions, 'move');
  const move = branch.children.find(each => children.every(child => child.branch !== each));
  return move && move.san.length <= LONGEST_NAME ? move.san : plural(positions, 'move');
}

/** In the place of moves that are not shown beside others that are. */
export const stubText = (shown: ShownBranch): string =>
  [
    ...(shown.folded.moves > 0 ? [`+ ${foldedText(shown)}, ${shareText(shown.folded.probability)}`] : []),
    ...(hasStub(0, shown.others) ? [`others ${shareText(shown.others)}`] : []),
  ].join(' · ');

/** Behind a node that nothing follows in the picture. Two short lines leave room for another column. */
export const tailLines = (shown: ShownBranch): string[] =>
  shown.folded.moves > 0
    ? `+ ${foldedText(shown)}`.split(/(?<=\d) (?=\D+$)/)
    : shown.depth > 0
      ? [`= ${shareText(shown.cumulative)}`]
      : [];

/** The likeliest continuation, as far as it is shown. */
function mainLine(root: ShownBranch): string[] {
  const moves: string[] = [];
  for (let at = root.children[0]; at; at = at.children[0])
    moves.push(`${at.branch.san} ${shareText(at.branch.probability)}`);
  return moves;
}

const badgesBelow = ({ branch, children }: ShownBranch): TreeBadge[] => [
  ...badgesOf(branch),
  ...children.flatMap(badgesBelow),
];

/** For those who cannot see the picture: what it says first, and how much of the tree it says it about. */
export function altOf(scene: TreeScene, top: ShownBranch, counts: Counts): string {
  const { root, player, winrate, coverage } = scene;
  const moves = mainLine(top);
  const badges = badgesBelow(top);
  const count = (wanted: TreeBadge): number => badges.filter(badge => badge === wanted).length;
  const [blunders, traps] = [count('??'), count('?')];
  const sentences = [
    `How people go on after ${turnOf(scene, 0).number} ${root.san}: expected win rate for ${nameOf(player)} ${percent(root.expected, 1)}`,
    ...(winrate === undefined ? [] : [`Stockfish ${percent(winrate, 1)}`]),
    ...(coverage === undefined ? [] : [`coverage ${percent(coverage, 0)}`]),
  ];
  return [
    `${sentences.join(', ')}.`,
    ...(root.terminal ? [`The game is over: ${root.terminal === 'checkmate' ? 'mate' : 'a draw'}.`] : []),
    ...(moves.length > 0 ? [`Likeliest: ${moves.join(', ')}.`] : []),
    ...(blunders > 0 ? [`${plural(blunders, 'blunder')} marked.`] : []),
    ...(traps > 0 ? [`${plural(traps, 'mistake')} of the opponent’s marked.`] : []),
    `${shownText(counts)}.`,
  ].join(' ');
}
