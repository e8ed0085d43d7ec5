import { ChildNode, type Node, type PgnNodeData } from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { moveEquals } from 'chessops/util';
import type { Position } from '../chess/position.ts';

/** More of a line than this nobody reads. */
const LONGEST = 12;

/**
 * Adds a line to what follows a node. As far as it stands there already, in whatever variation, it is not written again: it
 * branches off where it says something new.
 */
export function addLine(from: Node<PgnNodeData>, before: Position, line: readonly string[]): void {
  const position = before.clone();
  let node = from;
  for (const text of line.slice(0, LONGEST)) {
    const move = parseSan(position, text);
    if (!move) return;
    const known = node.children.find(({ data }) => {
      const other = parseSan(position, data.san);
      return other && moveEquals(other, move);
    });
    const san = makeSanAndPlay(position, move);
    const next = known ?? new ChildNode<PgnNodeData>({ san });
    if (!known) node.children.push(next);
    node = next;
  }
}
