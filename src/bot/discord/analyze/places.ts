import type { TreeNode } from '../../../analysis/expected/report.ts';

/** A position of a tree, and how it came about. */
export interface Place {
  node: TreeNode;
  before: Place | undefined;
  /** Half-moves ahead of the game: 1 after the candidate. */
  plies: number;
}

/** All positions of a tree, the likeliest first and of equals the nearest. Without recursion, as forced lines may be deep. */
export function placesOf(tree: TreeNode): Place[] {
  const places: Place[] = [];
  const waiting: Place[] = [{ node: tree, before: undefined, plies: 1 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    places.push(place);
    for (const node of place.node.children.toReversed()) waiting.push({ node, before: place, plies: place.plies + 1 });
  }
  // The sort is stable: what is neither likelier nor nearer stays in the order of the tree.
  return places.sort((a, b) => b.node.cumulative - a.node.cumulative || a.plies - b.plies);
}

/** The moves from the game to a position. */
export function lineTo(place: Place): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: Place | undefined = place; at; at = at.before) line.push(at.node);
  return line.reverse();
}
