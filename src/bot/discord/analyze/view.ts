import type { TreeNode } from '../../../analysis/expected/report.ts';

/**
 * What of an analysis is on the screen. It is written into every button and menu, so that nothing else has to be
 * remembered.
 */
export type AnalysisView =
  | { kind: 'list'; page: number; flip: boolean }
  /** The tree of a move, by its rank from 0 on, and a page of the menu of its positions. */
  | { kind: 'tree'; move: number; page: number; flip: boolean }
  /** One of its positions, by how likely it is: 0 is the likeliest. */
  | { kind: 'node'; move: number; node: number; flip: boolean };

export const FIRST = { kind: 'list', page: 0, flip: false } as const satisfies AnalysisView;

export function makeAnalysisState(view: AnalysisView): string {
  const flip = view.flip ? '-f' : '';
  switch (view.kind) {
    case 'list':
      return `list-${view.page}${flip}`;
    case 'tree':
      return `tree-${view.move}-${view.page}${flip}`;
    case 'node':
      return `node-${view.move}-${view.node}${flip}`;
  }
}

const VIEW = /^(?:list-(\d{1,6})|(tree|node)-(\d{1,6})-(\d{1,6}))(-f)?$/;

/** Undefined for what `makeView` has not written. */
export function parseAnalysisState(text: string): AnalysisView | undefined {
  const match = VIEW.exec(text);
  if (!match) return undefined;
  const [, page, kind, first, second, flipped] = match;
  const flip = flipped !== undefined;
  if (page !== undefined) return { kind: 'list', page: Number(page), flip };
  const [move, place] = [Number(first), Number(second)];
  return kind === 'tree' ? { kind, move, page: place, flip } : { kind: 'node', move, node: place, flip };
}

/** A position of a tree, and how it came about. */
export interface TreePosition {
  node: TreeNode;
  before: TreePosition | undefined;
  /** Half-moves ahead of the game: 1 after the candidate. */
  plies: number;
}

/**
 * All positions of a tree, the likeliest first and of equals the nearest. Without recursion, as forced lines may be
 * deep.
 */
export function treePositions(tree: TreeNode): TreePosition[] {
  const places: TreePosition[] = [];
  const waiting: TreePosition[] = [{ node: tree, before: undefined, plies: 1 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    places.push(place);
    for (const node of place.node.children.toReversed()) waiting.push({ node, before: place, plies: place.plies + 1 });
  }
  // The sort is stable: what is neither likelier nor nearer stays in the order of the tree.
  return places.sort((a, b) => b.node.cumulative - a.node.cumulative || a.plies - b.plies);
}

/** The moves from the game to a position. */
export function lineTo(place: TreePosition): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: TreePosition | undefined = place; at; at = at.before) line.push(at.node);
  return line.reverse();
}
