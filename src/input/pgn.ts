import type { Game as GameTree, PgnNodeData } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import { type Failure, ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import { type Game, type GameResult, RESULTS } from '../chess/game.ts';
import { clockIn, scoreIn } from '../chess/pgn/comments.ts';
import { type ParsedTree, parseTrees } from '../chess/pgn/parse.ts';
import { type Position, parsePosition, startPosition } from '../chess/position.ts';
import { refuse } from '../chess/refusals.ts';
import type { Score } from '../chess/score.ts';
import { playMoves } from './moves.ts';

/** A game as a PGN has it. */
export interface PgnGame {
  /** Its main line. */
  game: Game;
  /** All of it: variations, comments and signs, too. */
  tree: GameTree<PgnNodeData>;
  /** The text of the tree, where the tree itself has the main line only. */
  written?: string;
  /** As they are written, but for control characters and what is too long. */
  headers: Record<string, string>;
  /** Where the file says so. */
  names: Partial<Record<Color, string>>;
  titles: Partial<Record<Color, string>>;
  ratings: Partial<Record<Color, number>>;
  result?: GameResult;
  /** One a half-move. */
  notes: PgnNote[];
  /** In the whole text; this is the first of them. */
  games: number;
}

/** What is written beside a half-move in ways that programs agree on. */
export interface PgnNote {
  /** `[%eval …]` */
  score?: Score;
  /** `[%clk …]`: seconds left to the side that moved. */
  clock?: number;
  /** Numeric annotation glyphs, those for signs such as `!?` included. */
  nags: number[];
}

export interface PgnOptions {
  /** Whether a game may have headers and nothing else. */
  withoutMoves?: boolean;
}

/** The longest real games with a comment at every move have a tenth of that. */
export const MAX_PGN_LENGTH = 1_000_000;
const PGN = 'pgn';
const STANDARD = ['', 'standard', 'chess', 'normal', 'classical', 'from position', 'fromposition'];

/** The first game of a PGN; the sentence of a refusal starts with `pgn`, or with `moves` where the trouble is there. */
export function parsePgn(text: string, options: PgnOptions = {}): Result<PgnGame> {
  if (text.length > MAX_PGN_LENGTH) return refuse('pgn.long', { field: PGN, most: MAX_PGN_LENGTH / 1e6 });
  const other = notAPgn(text);
  if (other) return other;
  const games = parseTrees(text);
  const [first] = games;
  if (!first) return refuse('pgn.none', { field: PGN });
  const { headers } = first.tree;
  const start = startOf(headers);
  if (!start.ok) return start;
  const flaw = flawOf(first);
  if (flaw) return flaw;
  const nodes = [...first.tree.moves.mainline()];
  if (nodes.length === 0 && fenIn(headers) === undefined && !(options.withoutMoves && headers.size > 0))
    return refuse('pgn.no-moves', { field: PGN });
  const game = playMoves(
    start.value,
    nodes.map(({ san }) => san),
  );
  if (!game.ok) return game;
  return ok({
    game: game.value,
    tree: first.tree,
    headers: headersOf(headers),
    names: { ...named('white', headers.get('White')), ...named('black', headers.get('Black')) },
    titles: { ...named('white', headers.get('WhiteTitle')), ...named('black', headers.get('BlackTitle')) },
    ratings: ratingsIn(headers),
    ...resultOf(headers.get('Result')),
    notes: nodes.map(noteOf),
    games: games.length,
  });
}

/** Where a game begins, by its headers. */
export function startOf(headers: ReadonlyMap<string, string>): Result<Position> {
  const variant = variantOf(headers);
  if (variant) return refuse('variant', { field: PGN, variant: legible(variant) });
  const fen = fenIn(headers);
  return fen === undefined ? ok(startPosition()) : parsePosition(fen, PGN);
}

/** The players' ratings, by the headers. */
export const ratingsIn = (headers: ReadonlyMap<string, string>): PgnGame['ratings'] => ({
  ...rated('white', headers.get('WhiteElo')),
  ...rated('black', headers.get('BlackElo')),
});

/** Some programs write an empty one for the usual start. */
const fenIn = (headers: ReadonlyMap<string, string>): string | undefined => headers.get('FEN')?.trim() || undefined;

/** What is played instead of standard chess. */
function variantOf(headers: ReadonlyMap<string, string>): string | undefined {
  const variant = headers.get('Variant')?.trim() ?? '';
  if (!STANDARD.includes(variant.toLowerCase())) return variant;
  return isChess960(fenIn(headers) ?? '') ? 'Chess960' : undefined;
}

// Rooks named by their files, where those are not the corners; or a start that is not the usual one, with castling.
const SHREDDER = /^[A-Ha-h]{1,4}$/;
const START_960 = /^([bnrqk]{8})\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/([BNRQK]{8})$/;

function isChess960(fen: string): boolean {
  const [board = '', , castling = '-'] = fen.split(/[ _]+/);
  if (SHREDDER.test(castling)) return /[^HAha]/.test(castling);
  const [, rank] = START_960.exec(board) ?? [];
  return rank !== undefined && rank !== 'rnbqkbnr' && castling !== '-';
}

/** Why the text is not the game that was meant. */
export function flawOf({ tree, stray, unclosed }: ParsedTree): Failure | undefined {
  if (unclosed !== undefined) return refuse('pgn.comment', { field: PGN, comment: `{${legible(unclosed)}` });
  if (stray === undefined) return undefined;
  const isProse = tree.headers.size === 0 && tree.moves.children.length === 0 && !/\d/.test(stray);
  return refuse(isProse ? 'pgn.prose' : 'pgn.stray', { field: PGN, word: legible(stray) });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What no report needs more of; the tree keeps all of it. */
const MAX_HEADER = { name: 100, value: 1000 };
/** Broadcasts and databases write some thirty. */
const MAX_HEADERS = 200;

function headersOf(headers: ReadonlyMap<string, string>): Record<string, string> {
  const named = [...headers].filter(([name]) => name.length <= MAX_HEADER.name);
  return Object.fromEntries(
    named.slice(0, MAX_HEADERS).map(([name, value]) => [name, value.replace(CONTROL, '').slice(0, MAX_HEADER.value)]),
  );
}

function resultOf(header: string | undefined): Pick<PgnGame, 'result'> {
  const result = RESULTS.find(one => one === header);
  return result ? { result } : {};
}

function noteOf({ comments, nags = [] }: PgnNodeData): PgnNote {
  const [score, clock] = [scoreIn(comments), clockIn(comments)];
  return { ...(score ? { score } : {}), ...(clock === undefined ? {} : { clock }), nags };
}

function named(color: Color, header = ''): PgnGame['names'] {
  const name = legible(header);
  return name === '' || name === '?' ? {} : { [color]: name };
}

const rated = (color: Color, elo = ''): PgnGame['ratings'] =>
  /^[1-9]\d{2,3}$/.test(elo.trim()) ? { [color]: Number(elo) } : {};

// What is given for a PGN and is something else.

type Kind = `pgn.${'empty' | 'binary' | 'link' | 'page' | 'fen' | 'json'}`;

const ALIKE: readonly [is: (text: string) => boolean, refusal: Kind][] = [
  [text => text === '', 'pgn.empty'],
  [text => text.includes('\0'), 'pgn.binary'],
  [text => /^<?(https?:\/\/|www\.|(\w+\.)?(lichess\.org|chess\.com)\/)\S*$/i.test(text), 'pgn.link'],
  [text => /^<(!doctype|html|head|body|\?xml|svg|div|script|pgn)\b/i.test(text), 'pgn.page'],
  [text => /^([1-8pnbrqk]{1,8}\/){7}[1-8pnbrqk]{1,8}([\s_][^\n]*)?$/i.test(text), 'pgn.fen'],
  [isJson, 'pgn.json'],
];

/** The sentence for a text that is plainly something else. */
export function notAPgn(text: string): Failure | undefined {
  const bare = text.replace(/^\ufeff/, '').trim();
  const refusal = ALIKE.find(([is]) => is(bare))?.[1];
  return refusal && refuse(refusal, { field: 'pgn' });
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A PGN begins with brackets and braces, too.
    return false;
  }
}
