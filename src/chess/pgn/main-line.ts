import { ChildNode, Node, type PgnNodeData } from 'chessops/pgn';
import { type Position, sanLine } from '../position.ts';

/** Moves in UCI as a tree with one branch. */
export function mainLine(start: Position, moves: readonly string[]): Node<PgnNodeData> {
  const root = new Node<PgnNodeData>();
  let at = root;
  for (const san of sanLine(start, moves)) {
    const next = new ChildNode<PgnNodeData>({ san });
    at.children.push(next);
    at = next;
  }
  return root;
}
