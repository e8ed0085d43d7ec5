import type { TreeBranch } from './tree-scene.ts';

/** What is not shown below a position, or instead of some of its moves. */
export interface Folded {
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
export const hasStub = (folded: number, others: number): boolean => folded > 0 || others >= SHOWN_OTHERS;

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
