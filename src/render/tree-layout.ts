import { createCanvas } from './canvas.ts';
import { fitText } from './text.ts';
import { type Census, censusOf, countShown, fold, hasStub, type Shown } from './tree-fold.ts';
import { plural, share, TREE_WIDTH, type TreeScene, type Turn, turnOf } from './tree-scene.ts';

/**
 * Lengths in a picture of the usual width. Narrower pictures are the same in fewer pixels; wider ones have room for more.
 * A phone shows 1000 pixels on 400: the smallest letters are then 9 high.
 */
export const FONT = { title: 38, san: 28, text: 23 };
export const MARGIN = 20;
export const TITLE_HEIGHT = 76;
const HEADER_HEIGHT = 40;
const MAX_BODY = 1000;
const NODE_HEIGHT = 62;
const ROW_GAP = 13;
const STUB_HEIGHT = 30;
const STUB_GAP = 8;
const STUB_LEAD = 16;
const BODY_PAD = 12;
const NODE_PAD = 12;
const NODE_MIN = 84;
const NODE_MAX = 176;
const LABEL_PAD = 12;
const TAIL_GAP = 12;
const TAIL_STUB = 16;
/** What is left over widens the gaps, up to a point. */
const SPREAD = 50;
/** An edge that everybody takes, and the least. */
const EDGE = { most: 26, least: 1.5 };
const LANE_GAP = 3;
const TURN = 6;
/** Nothing leaves a node at its corners. */
const CORNER = 8;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** From a node to the right, down its own lane, and to the right again; straight where both ends are at one height. */
export interface Edge {
  from: { x: number; y: number };
  to: { x: number; y: number };
  lane: number;
  radius: number;
  width: number;
}

export interface PlacedNode {
  shown: Shown;
  box: Box;
  /** None for the candidate itself. */
  edge?: Edge;
  label?: { text: string; x: number; y: number };
  /** What is said to the right of a node that nothing follows in the picture. */
  tail?: { lines: readonly string[]; x: number; y: number; stub: boolean };
}

/** Moves that have no node: how many lines are folded, and how many games leave the tree here. */
export interface PlacedStub {
  of: Shown;
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
  /** In the lengths of above, `unit` pixels each. */
  width: number;
  unit: number;
  /** Where the body ends. */
  bottom: number;
  columns: Column[];
  nodes: PlacedNode[];
  stubs: PlacedStub[];
  shown: number;
  all: number;
}

export const edgeWidth = (probability: number): number => EDGE.least + (EDGE.most - EDGE.least) * probability;

const scratch = createCanvas(1, 1).getContext('2d');
const textWidth = (text: string): number => fitText(scratch, text, Number.POSITIVE_INFINITY, { size: FONT.text }).width;
const sanWidth = (text: string): number =>
  fitText(scratch, text, Number.POSITIVE_INFINITY, { size: FONT.san, weight: 'bold' }).width;

/** A single line is better told by its length. */
const foldedText = ({ folded: { positions, lines } }: Shown): string =>
  lines === 1 ? plural(positions, 'move') : plural(lines, 'line');

const stubText = (shown: Shown): string =>
  [
    ...(shown.folded.moves > 0 ? [`+ ${foldedText(shown)}, ${share(shown.folded.probability)}`] : []),
    ...(hasStub(0, shown.others) ? [`others ${share(shown.others)}`] : []),
  ].join(' · ');

const stubbed = ({ children, folded, others }: Shown): boolean => children.length > 0 && hasStub(folded.moves, others);

/** Two short lines leave room for another column. */
const tailLines = (shown: Shown): string[] =>
  shown.folded.moves > 0 ? `+ ${foldedText(shown)}`.split(/ (?=\D+$)/) : [`= ${share(shown.cumulative)}`];

const tailWidth = (shown: Shown): number =>
  TAIL_GAP + (shown.folded.moves > 0 ? TAIL_STUB : 0) + Math.max(...tailLines(shown).map(textWidth));

/** The edges that leave a node: how far from its middle, and how far from its right side they turn down. */
interface Lanes {
  exits: number[];
  lanes: number[];
  widths: number[];
  /** From the node to where every edge is straight again. */
  corridor: number;
}

function lanesOf(shown: Shown): Lanes {
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
  const squeeze = Math.min(1, (NODE_HEIGHT / 2 - CORNER) / Math.max(low, 1));
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
  return { exits: exits.map(exit => exit * squeeze), lanes, widths, corridor };
}

/** What one column and the gap before it need. */
interface Need {
  box: number;
  corridor: number;
  label: number;
}

function needsOf(root: Shown): Need[] {
  const needs: Need[] = [];
  const visit = (shown: Shown): void => {
    const { branch, depth, children } = shown;
    const box = Math.min(NODE_MAX, Math.max(NODE_MIN, Math.ceil(sanWidth(branch.san)) + 2 * NODE_PAD));
    needs[depth] ??= { box: 0, corridor: 0, label: 0 };
    const need = needs[depth];
    need.box = Math.max(need.box, box);
    if (depth > 0) need.label = Math.max(need.label, Math.ceil(textWidth(share(branch.probability))));
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
  let x = MARGIN + 6;
  return needs.map((need, index) => {
    const left = x + (index === 0 ? 0 : gapOf(need) + spread);
    x = left + need.box;
    return left;
  });
}

/** From a node to the words about moves that are not shown. */
const stubLeft = (next: Need | undefined): number => (next?.corridor ?? 0) + STUB_LEAD;

/** How far to the right anything reaches. */
function reachOf(root: Shown, needs: readonly Need[], lefts: readonly number[]): number {
  const rightOf = (depth: number): number => (lefts[depth] ?? 0) + (needs[depth]?.box ?? 0);
  const visit = (shown: Shown): number => {
    const right = rightOf(shown.depth);
    if (shown.children.length === 0) return right + tailWidth(shown);
    const below = shown.children.map(visit);
    if (stubbed(shown)) below.push(right + stubLeft(needs[shown.depth + 1]) + textWidth(stubText(shown)));
    return Math.max(...below);
  };
  return visit(root);
}

/** The widest part of the tree that has room: as many columns as can be, each as wide as its moves are long. */
function choose(census: Census, width: number): { root: Shown; needs: Need[]; lefts: number[] } {
  const room = { height: MAX_BODY, row: NODE_HEIGHT + ROW_GAP, stub: STUB_HEIGHT + STUB_GAP };
  for (let depth = Math.floor(width / NODE_MIN); ; depth--) {
    const root = fold(census, { ...room, depth });
    const needs = needsOf(root);
    const lefts = leftsOf(needs, 0);
    const spare = width - MARGIN - reachOf(root, needs, lefts);
    if (spare < 0 && depth > 0) continue;
    const spread = needs.length > 1 ? Math.max(0, Math.min(SPREAD, Math.floor(spare / (needs.length - 1)))) : 0;
    return { root, needs, lefts: leftsOf(needs, spread) };
  }
}

/** Where everything goes: one row for each line and each stub, the likeliest line straight along the top. */
export function treeLayout(scene: TreeScene): TreeLayout {
  const pixels = scene.width ?? TREE_WIDTH.usual;
  if (!(pixels >= TREE_WIDTH.min && pixels <= TREE_WIDTH.max))
    throw new RangeError(`a tree is ${TREE_WIDTH.min} to ${TREE_WIDTH.max} pixels wide, not ${pixels}`);
  const width = Math.max(pixels, TREE_WIDTH.usual);
  const census = censusOf(scene.root);
  const { root, needs, lefts } = choose(census, width);
  const nodes: PlacedNode[] = [];
  const stubs: PlacedStub[] = [];
  let y = TITLE_HEIGHT + HEADER_HEIGHT + BODY_PAD;
  let last = 0;

  const place = (shown: Shown): PlacedNode => {
    const { depth, children } = shown;
    const box = { x: lefts[depth] ?? 0, y, width: needs[depth]?.box ?? 0, height: NODE_HEIGHT };
    const node: PlacedNode = { shown, box };
    nodes.push(node);
    const right = box.x + box.width;
    const middle = y + NODE_HEIGHT / 2;
    if (children.length === 0) {
      const stub = shown.folded.moves > 0;
      node.tail = { lines: tailLines(shown), x: right + TAIL_GAP + (stub ? TAIL_STUB : 0), y: middle, stub };
      last = y + NODE_HEIGHT;
      y += NODE_HEIGHT + ROW_GAP;
      return node;
    }
    const { exits, lanes, widths } = lanesOf(shown);
    const next = lefts[depth + 1] ?? 0;
    const need = needs[depth + 1] as Need;
    const edgeTo = (index: number, to: { x: number; y: number }): Edge => ({
      from: { x: right, y: middle + (exits[index] ?? 0) },
      to,
      lane: right + (lanes[index] ?? 0),
      radius: TURN + (widths[index] ?? 0) / 2,
      width: widths[index] ?? 0,
    });
    for (const [index, child] of children.entries()) {
      const placed = place(child);
      const at = placed.box.y + NODE_HEIGHT / 2;
      placed.edge = edgeTo(index, { x: placed.box.x, y: at });
      // In the middle of what is straight.
      const straight = right + need.corridor;
      placed.label = { text: share(child.branch.probability), x: (straight + next) / 2, y: at };
    }
    if (stubbed(shown)) {
      const text = stubText(shown);
      const x = right + stubLeft(need);
      const top = y - ROW_GAP + STUB_GAP;
      stubs.push({
        of: shown,
        text,
        box: { x, y: top, width: textWidth(text), height: STUB_HEIGHT },
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
    box: { x: (lefts[depth] ?? 0) - 10, y: TITLE_HEIGHT, width: box + 20, height: bottom - TITLE_HEIGHT },
    turn: turnOf(scene, depth),
    header: { x: (lefts[depth] ?? 0) + box / 2, y: TITLE_HEIGHT + HEADER_HEIGHT / 2 + 4 },
  }));
  const unit = Math.min(1, pixels / TREE_WIDTH.usual);
  return { width, unit, bottom, columns, nodes, stubs, shown: countShown(root), all: census.entries.length };
}
