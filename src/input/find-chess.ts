import { type Failure, ok, type Result } from '../base/result.ts';
import { type Game, uciMoves } from '../chess/game.ts';
import { type TagPair, tagReader } from '../chess/pgn/tags.ts';
import { fenOf, type Position, parsePosition, sanLine, startPosition } from '../chess/position.ts';
import { refuse } from '../chess/refusals.ts';
import { areCertain, bareSpan, bareWord, blocksOf, fenAt, type MoveWords, movesAt, opensMoves } from './chess-words.ts';
import { playMoves } from './moves.ts';
import { type PgnGame, parsePgn } from './pgn.ts';

/** What a message asks about. */
type MessageInput<L> = ChessInput | { kind: 'link'; link: L };

/** Knows a link when it sees one; undefined for what is none. */
type ReadLink<L> = (word: string) => Result<L> | undefined;

/** Many messages of a chat. A game that is longer comes as a file. */
export const MAX_MESSAGE_BYTES = 100_000;
/** After so many things that looked like chess and were none the message is given up. */
const MAX_TRIES = 8;

/**
 * The first thing in a message that can be analysed: a link, a FEN, `startpos`, moves, a PGN. Where there is none, the
 * sentence is about what came nearest.
 */
export function readMessage<L>(message: string, readLink: ReadLink<L>, field = 'position'): Result<MessageInput<L>> {
  if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES)
    return refuse('too-much', { field, most: MAX_MESSAGE_BYTES / 1e3 });
  let nearest: { failure: Failure; weight: number } | undefined;
  let tries = 0;
  for (const block of blocksOf(message))
    for (const { result, weight } of findsIn(block, readLink)) {
      if (result.ok) return result;
      if (!nearest || weight > nearest.weight) nearest = { failure: result, weight };
      if (weight > LINK_WEIGHT && ++tries >= MAX_TRIES) return nearest.failure;
    }
  return nearest?.failure ?? refuse(field === GAME ? 'no-game' : 'nothing', { field });
}

/** Where a position alone would not do. */
const GAME = 'game';

/** In the order in which they stand there. */
function* findsIn<L>(text: string, readLink: ReadLink<L>): Generator<FoundInput<MessageInput<L>>> {
  const chessAt = chessFinder(text);
  const words = /\S+/g;
  for (let match = words.exec(text); match; match = words.exec(text)) {
    const to = match.index + match[0].length;
    const found = linkIn(match[0], to, readLink) ?? chessAt(match.index, to);
    if (!found) continue;
    yield found;
    words.lastIndex = Math.max(found.end, to);
  }
}

const LINK_WEIGHT = 2;
/** Longer words are no links to chess, and are not looked at. */
const MAX_LINK = 500;
/** `[game](https://…)`, `<https://…>` */
const AROUND_LINKS = /[<>()[\]{}"“”„«»|]+/;

function linkIn<L>(word: string, end: number, readLink: ReadLink<L>): FoundInput<MessageInput<L>> | undefined {
  if (word.length > 2 * MAX_LINK || !word.includes('/')) return undefined;
  let failed: FoundInput<MessageInput<L>> | undefined;
  for (const piece of word.split(AROUND_LINKS)) {
    const [start] = bareSpan(piece, 0, piece.length);
    const link = piece.includes('/') && piece.length <= MAX_LINK ? readLink(piece.slice(start)) : undefined;
    if (link?.ok) return { result: ok({ kind: 'link', link: link.value }), weight: LINK_WEIGHT, end };
    if (link) failed ??= { result: link, weight: LINK_WEIGHT, end };
  }
  return failed;
}

/**
 * What can be analysed as it stands there: a position with the moves that led to it, or a game as it was written down.
 */
type ChessInput =
  /** `headers` are those of a PGN without moves. */
  { kind: 'position'; game: Game; headers?: PgnGame['headers'] } | { kind: 'game'; pgn: PgnGame };

/** Something in a text that is meant for Kibitz, and what came of it. */
interface FoundInput<T> {
  result: Result<T>;
  /** The surer it was meant, the more: of several that did not work out, the surest is told. */
  weight: number;
  /** The index after it in the text. */
  end: number;
}

const WEIGHTS = { pgn: 4, position: 4, moves: 3 };
/** Each is read up to the end of the text. */
const MOST_PGNS = 3;

/** No word of a game is longer. */
const LONGEST = 40;

type Finder = (from: number, to: number) => FoundInput<ChessInput> | undefined;

/** Looks at single words of one text, from its start to its end. */
function chessFinder(text: string): Finder {
  const tagAt = tagReader(text);
  const isAlone = aloneIn(text);
  let pgns = 0;
  return (from, to) => {
    if (text[from] === '[' && pgns < MOST_PGNS && tagAt(from)) {
      pgns++;
      return pgnAt(text, from, tagAt);
    }
    return positionAt(text, from, to) ?? movesFrom(text, from, to, isAlone);
  };
}

/** Tags, and all that follows them. People go on talking after a game, though not in the middle of one. */
function pgnAt(text: string, from: number, tagAt: (at: number) => TagPair | undefined): FoundInput<ChessInput> {
  const weight = WEIGHTS.pgn;
  const all = parsePgn(text.slice(from));
  const { end } = movesAt(text, afterTags(text, from, tagAt), true);
  if (all.ok || NUMBERED.test(text.slice(end))) return { result: chessOf(all), weight, end: text.length };
  const part = parsePgn(text.slice(from, end));
  return { result: chessOf(part.ok ? part : all), weight, end };
}

const NUMBERED = /\d\.+\s*(?:[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/;
const BLANKS = /\s*/y;

function afterTags(text: string, from: number, tagAt: (at: number) => TagPair | undefined): number {
  let at = from;
  for (let tag = tagAt(at); tag; tag = tagAt(at)) {
    BLANKS.lastIndex = tag.end;
    BLANKS.test(text);
    at = BLANKS.lastIndex;
  }
  return at;
}

/** A PGN with a position and no moves is a position. */
function chessOf(pgn: Result<PgnGame>): Result<ChessInput> {
  if (!pgn.ok) return pgn;
  const { game, headers } = pgn.value;
  return ok(game.moves.length > 0 ? { kind: 'game', pgn: pgn.value } : { kind: 'position', game, headers });
}

/** `startpos` or a FEN, and moves from there. */
function positionAt(text: string, from: number, to: number): FoundInput<ChessInput> | undefined {
  const isStart = to - from <= LONGEST && bareWord(text.slice(from, to)).toLowerCase() === 'startpos';
  const words = isStart ? { fen: '', end: to } : fenAt(text, from, to);
  if (!words) return undefined;
  const weight = WEIGHTS.position;
  const start = isStart ? ok(startPosition()) : parsePosition(words.fen);
  if (!start.ok) return { result: start, weight, end: words.end };
  BEFORE_MOVES.lastIndex = words.end;
  const next = BEFORE_MOVES.exec(text)?.[1] ?? '';
  const at = BEFORE_MOVES.lastIndex;
  const moves = opensMoves(next) ? movesAt(text, at, true) : NO_MOVES;
  const end = Math.max(words.end, moves.end);
  return { result: played(start.value, moves, text.slice(at, end)), weight, end };
}

const NO_MOVES: MoveWords = { end: 0, sans: [], annotated: false, stray: false };
/** `position startpos moves e2e4` is how programs say it. */
const BEFORE_MOVES = /\s*(?:moves:?\s+)?(?=(\S{1,40}))/iy;

/** Moves from the usual start. In the midst of other words they have to be certain. */
function movesFrom(text: string, from: number, to: number, isAlone: IsAlone): FoundInput<ChessInput> | undefined {
  const [start] = bareSpan(text, from, to);
  if (!opensMoves(text.slice(start, Math.min(to, start + LONGEST)))) return undefined;
  const moves = movesAt(text, start);
  const { number = 1, sans, end } = moves;
  if (!areCertain(moves) && !(sans.length > 0 && isAlone(start, end))) return undefined;
  const weight = WEIGHTS.moves;
  if (number > 1) return { result: refuse('moves.begin', { field: 'moves', number }), weight, end };
  return { result: played(startPosition(), moves, text.slice(start, end)), weight, end };
}

function played(start: Position, { sans, annotated, stray }: MoveWords, text: string): Result<ChessInput> {
  if (annotated || stray) return chessOf(parsePgn(fenTag(start) + text));
  const game = playMoves(start, sans);
  return game.ok ? ok({ kind: 'position', game: game.value }) : game;
}

/** How a PGN says where it begins; about the usual start it says nothing. */
function fenTag(start: Position): string {
  const fen = fenOf(start);
  return fen === fenOf(startPosition()) ? '' : `[FEN "${fen}"]\n\n`;
}

/** The moves that led to a position, as a game: for those who asked about a game and gave bare moves. */
export function pgnOf(game: Game): Result<PgnGame> {
  const [start] = game.positions as readonly [Position];
  return parsePgn(fenTag(start) + sanLine(start, uciMoves(game)).join(' '));
}

type IsAlone = (from: number, to: number) => boolean;

/**
 * Whether there is nothing else in a text but blanks, numbers and points. Looked at once, however often it is asked.
 */
function aloneIn(text: string): IsAlone {
  const first = text.search(/[^\s\d.…]/);
  let last = text.length;
  while (last > 0 && /[\s\d.…]/.test(text[last - 1] as string)) last--;
  return (from, to) => from <= first && to >= last - 1;
}
