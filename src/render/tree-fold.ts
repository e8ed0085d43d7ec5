import { percent, plural, shareText } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { badgesOf, type TreeBadge, type TreeBranch, type TreeScene, turnOf } from './tree-scene.ts';

/** What is not shown below a position, or instead of some of its moves. */
interface Folded {
  /** From this position on. */
  moves: number;
  /** All of them, however deep. */
  positions: number;
  /** Ends of lines among them. */
  lines: number;
  probability: number;
}

/** A position that is shown. The probabilities of `children`, `folded` and `others` make 1, unless nothing follows. */
export interface ShownBranch {
  branch: TreeBranch;
  /** Half-moves after the candidate. */
  depth: number;
  /** Of all games that begin with the candidate, the share that comes here. */
  cumulative: number;
  /** The likeliest first. */
  children: ShownBranch[];
  folded: Folded;
  /** The probability of moves that the tree does not follow. */
  others: number;
}

interface Entry {
  branch: TreeBranch;
  /** Index in the census; the root has none. */
  parent: number | undefined;
  depth: number;
  cumulative: number;
  positions: number;
  lines: number;
}

/** Everything in a tree, parents before children, and the order in which it deserves to be shown. */
export interface Census {
  entries: readonly Entry[];
  order: readonly number[];
}

/** Heights of rows. */
interface Room {
  /** The deepest half-move that can be shown. */
  depth: number;
  height: number;
  row: number;
  stub: number;
}

/** Less is not worth a row. */
const SHOWN_OTHERS = 0.015;

/** Without recursion: a forced line may be as deep as it likes. */
export function censusOf(root: TreeBranch): Census {
  const entries: Entry[] = [];
  const waiting: Entry[] = [{ branch: root, parent: undefined, depth: 0, cumulative: 1, positions: 1, lines: 0 }];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const parent = entries.push(entry) - 1;
    const { depth, cumulative } = entry;
    for (const branch of [...entry.branch.children].sort((a, b) => b.probability - a.probability).reverse())
      waiting.push({
        branch,
        parent,
        depth: depth + 1,
        cumulative: cumulative * branch.probability,
        positions: 1,
        lines: 0,
      });
  }
  for (const entry of entries.toReversed()) {
    entry.lines ||= 1;
    const above = entry.parent === undefined ? undefined : entries[entry.parent];
    if (!above) continue;
    above.positions += entry.positions;
    above.lines += entry.lines;
  }
  const likelier = (a: number, b: number): number => {
    const [one, two] = [entries[a] as Entry, entries[b] as Entry];
    return two.cumulative - one.cumulative || one.depth - two.depth || a - b;
  };
  return { entries, order: entries.map((_, index) => index).sort(likelier) };
}

/** Whether a row of its own says what is missing among the moves of a position, some of which are shown. */
const hasStub = (folded: number, others: number): boolean => folded > 0 || others >= SHOWN_OTHERS;

function show({ branch, depth, cumulative, positions, lines }: Entry): ShownBranch {
  const moves = branch.children.length;
  const probability = branch.children.reduce((sum, child) => sum + child.probability, 0);
  return {
    branch,
    depth,
    cumulative,
    children: [],
    folded: { moves, positions: positions - 1, lines: moves === 0 ? 0 : lines, probability },
    others: moves === 0 ? 0 : (branch.dropped?.probability ?? 0),
  };
}

/** Takes a move of `parent` out of what is folded there. */
function unfold(parent: ShownBranch, child: ShownBranch, { positions, lines }: Entry): void {
  const { folded } = parent;
  parent.children.push(child);
  folded.moves--;
  folded.positions -= positions;
  folded.lines -= lines;
  // What remains of floating-point sums is not a probability.
  folded.probability = folded.moves === 0 ? 0 : folded.probability - child.branch.probability;
}

/**
 * How much higher the picture becomes when one more of a position's moves is shown. The first takes its parent's row.
 */
function costOf({ children, folded, others }: ShownBranch, { row, stub }: Room): number {
  const after = hasStub(folded.moves - 1, others) ? stub : 0;
  if (children.length === 0) return after;
  return row + after - (hasStub(folded.moves, others) ? stub : 0);
}

/**
 * As much of the tree as there is room for. What is least likely is folded first, and of equals the deepest: no folded
 * position that had a column is likelier than one that is shown.
 */
export function fold({ entries, order }: Census, room: Room): ShownBranch {
  const root = show(entries[0] as Entry);
  const shown = new Map([[0, root]]);
  let height = room.row;
  for (const index of order) {
    const entry = entries[index] as Entry;
    const parent = entry.parent === undefined ? undefined : shown.get(entry.parent);
    if (!parent || entry.depth > room.depth) continue;
    height += costOf(parent, room);
    if (height > room.height) break;
    const child = show(entry);
    unfold(parent, child, entry);
    shown.set(index, child);
  }
  return root;
}

/** Positions that are shown, from `shown` on. */
export const countShown = ({ children }: ShownBranch): number =>
  children.reduce((sum, child) => sum + countShown(child), 1);

/** Whether `shown` has such a row. */
export const stubbed = ({ children, folded, others }: ShownBranch): boolean =>
  children.length > 0 && hasStub(folded.moves, others);

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
