import type { ExpectedReport, TreeNode } from '../../../analysis/expected/report.ts';

/** A place in a tree: the candidate's move, then a reply, then what comes after it. UCI, because SAN can be the same twice. */
export type Path = readonly string[];

export const keyOf = (path: Path): string => path.join(' ');

/** From the candidate down to the node itself; empty if there is no such place. */
export function nodesAlong(report: ExpectedReport, path: Path): TreeNode[] {
  const nodes: TreeNode[] = [];
  let level: readonly TreeNode[] = report.moves.map(({ tree }) => tree);
  for (const uci of path) {
    const node = level.find(child => child.uci === uci);
    if (!node) return [];
    nodes.push(node);
    level = node.children;
  }
  return nodes;
}

/** `12. Nf3`, `12... Nf6`: by the count of the position that the move led to. */
export function numbered({ san, fen }: Pick<TreeNode, 'san' | 'fen'>): string {
  const [, turn, , , , fullmoves] = fen.split(' ');
  return turn === 'b' ? `${fullmoves}. ${san}` : `${Number(fullmoves) - 1}... ${san}`;
}
