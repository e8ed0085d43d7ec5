import { ChildNode, emptyHeaders, type Game, Node, type PgnNodeData } from 'chessops/pgn';
import { asComment } from './comments.ts';
import { setTag } from './tags.ts';
import { tokensOf, wordOf } from './tokens.ts';

/** A game as it stands in a text, whether its moves are legal or not. */
export interface ParsedTree {
  /** Only the tags that are there, in their order. */
  tree: Game<PgnNodeData>;
  /** The first word of the main line that is no part of a game. It is not in the tree. */
  stray?: string;
  /** A comment that goes on to the end of the text. */
  unclosed?: string;
}

/** A line that is being read: the main one, or a variation. */
interface Variation {
  /** What the last move, or the first one to come, is a move of. */
  parent: Node<PgnNodeData>;
  last?: ChildNode<PgnNodeData>;
  /** Before the first move. Variations that open one in another before any move have one list together. */
  comments: string[];
  nags: number[];
}

interface Reading extends ParsedTree {
  main: Variation;
  /** The variations around the place where we are, the innermost last. */
  variations: Variation[];
  /** There is more than tags and comments: another tag is another game's. */
  begun: boolean;
  /** The result stands there: another move is another game's. */
  over: boolean;
}

/**
 * All games of a text. It differs from chessops' own parser in what that loses or misreads: empty lines among the
 * moves, comments after `;`, braces in comments, signs such as `+-`, tags with unescaped quotes, comments in empty
 * variations, words that hold a move without being one ("Sf3"). Nothing here recurses, and everything is read once.
 */
export function parseTrees(text: string): ParsedTree[] {
  const games: Reading[] = [];
  let game: Reading | undefined;
  const start = (): Reading => {
    game = newReading();
    games.push(game);
    return game;
  };
  for (const token of tokensOf(text)) {
    const at = game ?? start();
    switch (token.kind) {
      case 'tag': {
        // Two events are two games, even if the first has no moves.
        const isNext = at.begun || (token.name === 'Event' && at.tree.headers.has('Event'));
        setTag((isNext ? start() : at).tree.headers, token);
        break;
      }
      case 'comment':
        comment(at, token.text);
        if (!token.closed) at.unclosed = token.text;
        break;
      case 'open':
        open(at);
        break;
      case 'close':
        close(at);
        break;
      case 'word': {
        const word = wordOf(token.text);
        if (word?.kind === 'move') move(at.over && at.variations.length === 0 ? start() : at, word.san, word.nags);
        else if (word?.kind === 'nags') nags(at, word.nags);
        else if (word?.kind === 'result') result(at, word.result);
        else if (!word) stray(at, token.text);
      }
    }
  }
  return games.map(finished);
}

function newReading(): Reading {
  const moves = new Node<PgnNodeData>();
  return {
    tree: { headers: emptyHeaders(), moves },
    main: { parent: moves, comments: [], nags: [] },
    variations: [],
    begun: false,
    over: false,
  };
}

const lineOf = ({ variations, main }: Reading): Variation => variations.at(-1) ?? main;

function move(game: Reading, san: string, ownNags: readonly number[]): void {
  const line = lineOf(game);
  const data: PgnNodeData = { san };
  if (line !== game.main && line.comments.length > 0) data.startingComments = line.comments.splice(0);
  if (line.nags.length > 0 || ownNags.length > 0) data.nags = [...line.nags.splice(0), ...ownNags];
  const node = new ChildNode(data);
  if (line.last) line.parent = line.last;
  // The main move goes first even where the text has its variations before it.
  if (line === game.main) line.parent.children.unshift(node);
  else line.parent.children.push(node);
  line.last = node;
  game.begun = true;
}

function nags(game: Reading, list: readonly number[]): void {
  const line = lineOf(game);
  if (!line.last) line.nags.push(...list);
  else {
    line.last.data.nags ??= [];
    line.last.data.nags.push(...list);
  }
}

function comment(game: Reading, text: string): void {
  const line = lineOf(game);
  if (!line.last) line.comments.push(text);
  else {
    line.last.data.comments ??= [];
    line.last.data.comments.push(text);
  }
}

function open(game: Reading): void {
  const { parent, last, comments } = lineOf(game);
  const shared = !last && game.variations.length > 0;
  game.variations.push({ parent, comments: shared ? comments : [], nags: [] });
}

/** What was said in a variation without moves is said about the move beside it. */
function close(game: Reading): void {
  const closed = game.variations.pop();
  if (!closed || closed.last || closed.comments === lineOf(game).comments) return;
  for (const text of closed.comments.splice(0)) comment(game, text);
}

function result(game: Reading, text: string): void {
  if (game.variations.length > 0) return;
  game.begun = true;
  game.over = true;
  // "*" after the moves does not contradict the result in the tags.
  if (text !== '*') setTag(game.tree.headers, { name: 'Result', value: text });
}

/** In a variation a word that is no move is kept as a comment. */
function stray(game: Reading, text: string): void {
  game.begun = true;
  // What is said after the result is not part of the game.
  if (game.over) return;
  if (game.variations.length > 0) comment(game, asComment(text));
  else game.stray ??= text;
}

function finished(game: Reading): ParsedTree {
  while (game.variations.length > 0) close(game);
  const { tree, main, stray: word, unclosed } = game;
  return {
    tree: main.comments.length > 0 ? { ...tree, comments: main.comments } : tree,
    ...(word === undefined ? {} : { stray: word }),
    ...(unclosed === undefined ? {} : { unclosed }),
  };
}
