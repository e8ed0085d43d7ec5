import type { ExpectedReport, TreeNode } from '../../../analysis/expected/report.ts';
import { plural } from '../../../base/text.ts';
import type { PreviewBoard } from '../preview-board.ts';

/**
 * A place in a tree: the candidate's move, then a reply, then what comes after it. UCI, because SAN can be the same
 * twice.
 */
export type TreePath = readonly string[];

export const keyOf = (path: TreePath): string => path.join(' ');

/** From the candidate down to the node itself; empty if there is no such place. */
function nodesAlong(report: ExpectedReport, path: TreePath): TreeNode[] {
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

/** Which place of a tree the board looks at. */
export class TreePreview {
  readonly #report: ExpectedReport;
  readonly #previewBoard: PreviewBoard;
  readonly #changed: (path: TreePath | undefined) => void;
  #path: TreePath | undefined;

  constructor(report: ExpectedReport, previewBoard: PreviewBoard, changed: (path: TreePath | undefined) => void) {
    this.#report = report;
    this.#previewBoard = previewBoard;
    this.#changed = changed;
  }

  get path(): TreePath | undefined {
    return this.#path;
  }

  /** `arrows` are those of the moves that are spoken of. */
  leave(arrows: readonly string[]): void {
    this.#path = undefined;
    this.#previewBoard.showOwn({ fen: this.#report.fen, arrows }, 'The position that was analysed');
    this.#changed(undefined);
  }

  show(path: TreePath): void {
    const nodes = nodesAlong(this.#report, path);
    const node = nodes.at(-1);
    if (!node) return;
    this.#path = path;
    this.#previewBoard.showPreview({
      fen: node.fen,
      last: node.uci,
      ribbon: `Preview: ${plural(path.length, 'half-move')} ahead`,
      steps: nodes.map((one, index) => ({
        text: index === 0 || one.fen.split(' ')[1] === 'b' ? numbered(one) : one.san,
        go: () => this.show(path.slice(0, index + 1)),
      })),
      at: nodes.length - 1,
    });
    this.#changed(path);
  }
}
