import { shareText } from '../base/text.ts';
import type { Box } from './geometry.ts';
import { type PlacedLabel, placeLabel, textWidth } from './text.ts';
import {
  columnsFor,
  lanesOf,
  type Need,
  NODE_HEIGHT,
  ROW_GAP,
  SIDE,
  STUB_GAP,
  STUB_HEIGHT,
  stubLeft,
  TEXT,
  tailLead,
} from './tree-columns.ts';
import { censusOf, countShown, type ShownBranch, stubbed } from './tree-fold.ts';
import { TREE_WIDTH, type TreeScene, type Turn, turnOf } from './tree-scene.ts';
import { stubText, tailLines } from './tree-words.ts';

/** In the lengths of `tree-columns.ts`. */
export const TITLE_HEIGHT = 76;
const HEADER_HEIGHT = 40;
const BODY_PAD = 12;
const COLUMN_PAD = 10;

/** From a node to the right, down its own lane, and to the right again; straight where both ends are at one height. */
export interface Edge {
  from: { x: number; y: number };
  to: { x: number; y: number };
  lane: number;
  radius: number;
  width: number;
}

export interface PlacedNode {
  shown: ShownBranch;
  box: Box;
  /** None for the candidate itself. */
  edge?: Edge;
  /** On the middle of what is straight of the edge. */
  label?: PlacedLabel;
  /** What is said to the right of a node that nothing follows in the picture. */
  tail?: { lines: readonly string[]; x: number; y: number; stub: boolean };
}

/** Moves that have no node: how many lines are folded, and how many games leave the tree here. */
export interface PlacedStub {
  of: ShownBranch;
  edge: Edge;
  text: string;
  box: Box;
}

export interface Column {
  box: Box;
  turn: Turn;
  header: { x: number; y: number };
}

export interface TreeLayout {
  /** Lengths are `unit` pixels each. */
  width: number;
  unit: number;
  /** Where the body ends. */
  bottom: number;
  columns: Column[];
  nodes: PlacedNode[];
  stubs: PlacedStub[];
  root: ShownBranch;
  shown: number;
  all: number;
}

/** Where everything goes: one row for each line and each stub, the likeliest line straight along the top. */
export function treeLayout(scene: TreeScene): TreeLayout {
  const pixels = scene.width ?? TREE_WIDTH.usual;
  if (!(pixels >= TREE_WIDTH.min && pixels <= TREE_WIDTH.max))
    throw new RangeError(`a tree is ${TREE_WIDTH.min} to ${TREE_WIDTH.max} pixels wide, not ${pixels}`);
  const width = Math.max(pixels, TREE_WIDTH.usual);
  const census = censusOf(scene.root);
  const { root, needs, lefts } = columnsFor(census, width);
  const nodes: PlacedNode[] = [];
  const stubs: PlacedStub[] = [];
  let y = TITLE_HEIGHT + HEADER_HEIGHT + BODY_PAD;
  let last = 0;

  const place = (shown: ShownBranch): PlacedNode => {
    const { depth, children } = shown;
    const box = { x: lefts[depth] ?? 0, y, width: needs[depth]?.box ?? 0, height: NODE_HEIGHT };
    const node: PlacedNode = { shown, box };
    nodes.push(node);
    const right = box.x + box.width;
    const middle = y + NODE_HEIGHT / 2;
    if (children.length === 0) {
      const lines = tailLines(shown);
      if (lines.length > 0) node.tail = { lines, x: right + tailLead(shown), y: middle, stub: shown.folded.moves > 0 };
      last = y + NODE_HEIGHT;
      y += NODE_HEIGHT + ROW_GAP;
      return node;
    }
    const { exits, lanes, widths, radii } = lanesOf(shown, SIDE);
    const next = lefts[depth + 1] ?? 0;
    const need = needs[depth + 1] as Need;
    const edgeTo = (index: number, to: { x: number; y: number }): Edge => ({
      from: { x: right, y: middle + (exits[index] ?? 0) },
      to,
      lane: right + (lanes[index] ?? 0),
      radius: radii[index] ?? 0,
      width: widths[index] ?? 0,
    });
    for (const [index, child] of children.entries()) {
      const placed = place(child);
      const at = placed.box.y + NODE_HEIGHT / 2;
      placed.edge = edgeTo(index, { x: placed.box.x, y: at });
      const share = shareText(child.branch.probability);
      placed.label = placeLabel(share, (right + need.corridor + next) / 2, at, need.label, TEXT, 'center');
    }
    if (stubbed(shown)) {
      const text = stubText(shown);
      const x = right + stubLeft(need);
      const top = y - ROW_GAP + STUB_GAP;
      stubs.push({
        of: shown,
        text,
        box: { x, y: top, width: textWidth(text, TEXT), height: STUB_HEIGHT },
        edge: edgeTo(children.length, { x: x - 6, y: top + STUB_HEIGHT / 2 }),
      });
      last = top + STUB_HEIGHT;
      y += STUB_HEIGHT + STUB_GAP;
    }
    return node;
  };
  place(root);

  const bottom = last + BODY_PAD;
  const columns = needs.map(({ box }, depth) => ({
    box: {
      x: (lefts[depth] ?? 0) - COLUMN_PAD,
      y: TITLE_HEIGHT,
      width: box + 2 * COLUMN_PAD,
      height: bottom - TITLE_HEIGHT,
    },
    turn: turnOf(scene, depth),
    header: { x: (lefts[depth] ?? 0) + box / 2, y: TITLE_HEIGHT + HEADER_HEIGHT / 2 + 4 },
  }));
  const unit = Math.min(1, pixels / TREE_WIDTH.usual);
  return { width, unit, bottom, columns, nodes, stubs, root, shown: countShown(root), all: census.entries.length };
}
