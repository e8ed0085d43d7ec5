import { parseFen } from 'chessops/fen';
import { ChildNode, type Game, Node, type PgnNodeData } from 'chessops/pgn';
import { type Position, sanLine } from '../position.ts';
import { asComment } from './comments.ts';
import { makeTags, resultOf } from './tags.ts';

/** The standard's limit for a line: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c4.3 */
const COLUMNS = 80;

/** Something that no line is broken in; `tight`: no blank before it. */
interface Piece {
  text: string;
  tight: boolean;
}

/**
 * A game as a PGN that our parser and chessops' read as the same tree. Three things cannot be written down: braces in
 * comments, which become parentheses; line breaks in tags, which become blanks; and comments before a move
 * that begins no variation, which belong to the move before.
 */
export function makeTree(tree: Game<PgnNodeData>): string {
  return `${makeTags(tree.headers)}\n${wrapped(piecesOf(tree))}\n`;
}

type Step =
  | { kind: 'move'; node: ChildNode<PgnNodeData>; ply: number; variation: boolean }
  /** What comes after a move. */
  | { kind: 'rest'; node: Node<PgnNodeData>; ply: number }
  | { kind: 'open' | 'close' };

/** Steps are kept in a list of our own: variations may be nested deeper than functions can be. */
function* piecesOf({ headers, comments, moves }: Game<PgnNodeData>): Generator<Piece> {
  yield* commentPieces([...(comments ?? []), ...early(moves)]);
  const steps: Step[] = [{ kind: 'rest', node: moves, ply: firstPly(headers.get('FEN')) }];
  // Black's moves have a number wherever something has come between them and White's.
  let numbered = true;
  let tight = false;
  for (let step = steps.pop(); step; step = steps.pop()) {
    switch (step.kind) {
      case 'open':
        yield { text: '(', tight };
        numbered = true;
        tight = true;
        break;
      case 'close':
        yield { text: ')', tight: true };
        numbered = true;
        break;
      case 'rest':
        for (const one of next(step.node, step.ply)) steps.push(one);
        break;
      case 'move': {
        const { san, startingComments = [], nags = [], comments: own = [] } = step.node.data;
        if (step.variation)
          for (const piece of commentPieces(startingComments)) {
            yield { ...piece, tight };
            tight = false;
          }
        const white = step.ply % 2 === 0;
        const number = white || numbered ? `${Math.floor(step.ply / 2) + 1}${white ? '.' : '...'} ` : '';
        const [sign, ...signs] = nags.map(nag => `$${nag}`);
        yield { text: `${number}${san}${sign ? ` ${sign}` : ''}`, tight };
        for (const text of signs) yield { text, tight: false };
        const after = [...own, ...early(step.node)];
        yield* commentPieces(after);
        numbered = nags.length > 0 || after.length > 0;
        tight = false;
      }
    }
  }
  yield { text: resultOf(headers.get('Result')), tight: false };
}

/** The main move, the variations beside it, and how it goes on; last things first. */
function next({ children: [main, ...variations] }: Node<PgnNodeData>, ply: number): Step[] {
  if (!main) return [];
  const steps: Step[] = [{ kind: 'rest', node: main, ply: ply + 1 }];
  for (const node of variations.reverse())
    steps.push(
      { kind: 'close' },
      { kind: 'rest', node, ply: ply + 1 },
      { kind: 'move', node, ply, variation: true },
      { kind: 'open' },
    );
  steps.push({ kind: 'move', node: main, ply, variation: false });
  return steps;
}

/** What is said before the move that follows, which a reader takes for said after this one. */
const early = ({ children: [main] }: Node<PgnNodeData>): readonly string[] => main?.data.startingComments ?? [];

const commentPieces = (comments: readonly string[] = []): Piece[] =>
  comments.map(comment => ({ text: `{ ${asComment(comment)} }`, tight: false }));

const firstPly = (fen: string | undefined): number =>
  fen === undefined
    ? 0
    : parseFen(fen).unwrap(
        ({ fullmoves, turn }) => (fullmoves - 1) * 2 + (turn === 'white' ? 0 : 1),
        () => 0,
      );

function wrapped(pieces: Iterable<Piece>): string {
  const parts: string[] = [];
  let column = 0;
  for (const { text, tight } of pieces) {
    const gap = column === 0 || tight ? '' : ' ';
    const lineBreak = text.indexOf('\n');
    const width = lineBreak === -1 ? text.length : lineBreak;
    if (column > 0 && column + gap.length + width > COLUMNS) {
      parts.push('\n', text);
      column = 0;
    } else {
      parts.push(gap, text);
      column += gap.length;
    }
    column = lineBreak === -1 ? column + text.length : text.length - text.lastIndexOf('\n') - 1;
  }
  return parts.join('');
}

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
