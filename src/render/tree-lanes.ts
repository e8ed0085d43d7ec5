import { type Shown, stubbed } from './tree-fold.ts';

/** An edge that everybody takes, and the least. */
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

/** `side` is how much of the node's side there is below its middle. */
export function lanesOf(shown: Shown, side: number): Lanes {
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
  const squeeze = Math.min(1, side / Math.max(low, 1));
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
