import { shareText } from '../base/text.ts';
import type { Box } from './geometry.ts';
import { type PlacedLabel, placeLabel, textWidth } from './text.ts';
import {
  type Census,
  censusOf,
  countShown,
  fold,
  type ShownBranch,
  stubbed,
  stubText,
  tailLines,
} from './tree-fold.ts';
import { badgesOf, TREE_WIDTH, type TreeScene, type Turn, turnOf } from './tree-scene.ts';

/** The widths of an edge of probability 1 and of probability 0. */
const EDGE = { most: 26, least: 1.5 };
const LANE_GAP = 2;
const TURN = 6;

export const edgeWidth = (probability: number): number => EDGE.least + (EDGE.most - EDGE.least) * probability;

/** The edges that leave a node: how far from its middle, and how far from its right side they turn down. */
interface Lanes {
  exits: number[];
  lanes: number[];
  widths: number[];
  /** Of the turns, in the middle of each edge. */
  radii: number[];
  /** From the node to where every edge is straight again. */
  corridor: number;
}

function lanesOf(shown: ShownBranch): Lanes {
  const widths = [
    ...shown.children.map(({ branch }) => edgeWidth(branch.probability)),
    ...(stubbed(shown) ? [edgeWidth(shown.folded.probability)] : []),
  ];
  const exits: number[] = [];
  let low = -(widths[0] ?? 0) / 2;
  for (const width of widths) {
    exits.push(low + width / 2);
    low += width + 1;
  }
  // Many moves share the side of one node: then they overlap a little where they begin.
  const squeeze = Math.min(1, SIDE / Math.max(low, 1));
  // The lowest turns down first, so that nothing crosses.
  const lanes: number[] = [];
  let right = 0;
  let corridor = TURN;
  for (const [index, width] of [...widths.entries()].slice(1).reverse()) {
    const lane = Math.max(right + width / 2, width / 2 + TURN + 2);
    lanes[index] = lane;
    right = lane + width / 2 + LANE_GAP;
    corridor = Math.max(corridor, lane + width / 2 + TURN);
  }
  return {
    exits: exits.map(exit => exit * squeeze),
    lanes,
    widths,
    radii: widths.map(width => TURN + width / 2),
    corridor,
  };
}

/**
 * Lengths in a picture of the usual width. Narrower pictures are the same in fewer pixels; wider ones have room for
 * more. A phone shows 1000 pixels on 400: the smallest letters are then 9 high.
 */
export const TITLE = { size: 38, weight: 'bold' } as const;
export const SAN = { size: 27, weight: 'bold' } as const;
export const TEXT = { size: 23 };
export const MARGIN = 20;
const NODE_HEIGHT = 62;
const ROW_GAP = 13;
const STUB_HEIGHT = 30;
const STUB_GAP = 8;
/** No higher than wide, and on a large screen not without end. */
const MAX_BODY = 1200;
/** How much of a node's side there is below its middle: nothing leaves it at its corners. */
const SIDE = NODE_HEIGHT / 2 - 8;
const INDENT = 6;
const NODE_PAD = 10;
/** A badge covers the upper right corner; the move stays in the middle. */
const BADGE_ROOM = 14;
const NODE_MIN = 78;
const NODE_MAX = 176;
const LABEL_PAD = 9;
const STUB_LEAD = 14;
const TAIL_GAP = 9;
const TAIL_STUB = 14;
/** What is left over widens the gaps, up to a point. */
const SPREAD = 50;

/** From a node to the words behind it. */
const tailLead = ({ folded }: ShownBranch): number => TAIL_GAP + (folded.moves > 0 ? TAIL_STUB : 0);

/** What one column and the gap before it need. */
interface Need {
  box: number;
  corridor: number;
  label: number;
}

function needsOf(root: ShownBranch): Need[] {
  const needs: Need[] = [];
  const visit = (shown: ShownBranch): void => {
    const { branch, depth, children } = shown;
    const pad = 2 * NODE_PAD + (badgesOf(branch).length > 0 ? BADGE_ROOM : 0);
    const box = Math.min(NODE_MAX, Math.max(NODE_MIN, Math.ceil(textWidth(branch.san, SAN)) + pad));
    needs[depth] ??= { box: 0, corridor: 0, label: 0 };
    const need = needs[depth];
    need.box = Math.max(need.box, box);
    if (depth > 0) need.label = Math.max(need.label, Math.ceil(textWidth(shareText(branch.probability), TEXT)));
    for (const child of children) visit(child);
    const next = needs[depth + 1];
    if (children.length > 0 && next) next.corridor = Math.max(next.corridor, Math.ceil(lanesOf(shown).corridor));
  };
  visit(root);
  return needs;
}

const gapOf = ({ corridor, label }: Need): number => (label === 0 ? 0 : corridor + label + 2 * LABEL_PAD);

/** Left sides of the columns. */
function leftsOf(needs: readonly Need[], spread: number): number[] {
  let x = MARGIN + INDENT;
  return needs.map((need, index) => {
    const left = x + (index === 0 ? 0 : gapOf(need) + spread);
    x = left + need.box;
    return left;
  });
}

/** From a node to the words about moves that are not shown. */
const stubLeft = (next: Need | undefined): number => (next?.corridor ?? 0) + STUB_LEAD;

/** How far to the right anything reaches. */
function reachOf(root: ShownBranch, needs: readonly Need[], lefts: readonly number[]): number {
  const rightOf = (depth: number): number => (lefts[depth] ?? 0) + (needs[depth]?.box ?? 0);
  const visit = (shown: ShownBranch): number => {
    const right = rightOf(shown.depth);
    if (shown.children.length === 0)
      return right + tailLead(shown) + Math.max(0, ...tailLines(shown).map(line => textWidth(line, TEXT)));
    const below = shown.children.map(visit);
    if (stubbed(shown)) below.push(right + stubLeft(needs[shown.depth + 1]) + textWidth(stubText(shown), TEXT));
    return Math.max(...below);
  };
  return visit(root);
}

interface Columns {
  root: ShownBranch;
  needs: Need[];
  lefts: number[];
}

/** The widest part of the tree that has room: as many columns as can be, each as wide as its moves are long. */
function columnsFor(census: Census, width: number): Columns {
  const room = { height: Math.min(MAX_BODY, width), row: NODE_HEIGHT + ROW_GAP, stub: STUB_HEIGHT + STUB_GAP };
  let depth = Math.floor(width / NODE_MIN);
  while (true) {
    const root = fold(census, { ...room, depth });
    const needs = needsOf(root);
    const lefts = leftsOf(needs, 0);
    const spare = width - MARGIN - reachOf(root, needs, lefts);
    if (spare < 0 && depth > 0) {
      depth = needs.length - 2;
      continue;
    }
    const spread = needs.length > 1 ? Math.max(0, Math.min(SPREAD, Math.floor(spare / (needs.length - 1)))) : 0;
    return { root, needs, lefts: leftsOf(needs, spread) };
  }
}

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
    const { exits, lanes, widths, radii } = lanesOf(shown);
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
