import { Chess as ForgivingChess } from 'chess.js';
import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { type Failure, ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import { current, type Game, MAX_PLIES } from '../chess/game.ts';
import { after, fenOf, moveOf, type Position, parsePosition, sanOf, startPosition, uciOf } from '../chess/position.ts';
import { refuse } from '../chess/refusals.ts';

const MAX_MOVES_LENGTH = 8000;
const MOVES = 'moves';

/**
 * A FEN or `startpos`, plus moves in SAN or UCI as people write them: `1. e4 e5 2. Nf3`, `e2e4 e7e5`, `0-0`, `Nf3!?`.
 */
export function parseGame(position: string, moves = ''): Result<Game> {
  const text = position.trim();
  if (!text.includes('/') && text.toLowerCase() !== 'startpos')
    return refuse('fen.word', { field: 'position', text: text.slice(0, 40) });
  const start = text.includes('/') ? parsePosition(text) : ok(startPosition());
  if (!start.ok) return start;
  return playText(start.value, moves);
}

/** Single moves of one position, as UCI: alternatives to be compared. */
export function parseMoveList(position: Position, text: string, field: string): Result<string[]> {
  if (text.length > MAX_MOVES_LENGTH) return refuse('moves.long', { field, most: MAX_MOVES_LENGTH });
  const uci = new Set<string>();
  for (const token of moveTokens(text)) {
    const played = play(forgiving(position), token);
    if (!played) return refuse('moves.here', { field, move: token.slice(0, 20) });
    uci.add(played);
  }
  return uci.size > 0 ? ok([...uci]) : refuse('moves.none', { field });
}

const forgiving = (position: Position) => new ForgivingChess(fenOf(position), { skipValidation: true });

/** Moves as people write them, played from a position. */
function playText(start: Position, text: string): Result<Game> {
  if (text.length > MAX_MOVES_LENGTH) return refuse('moves.long', { field: MOVES, most: MAX_MOVES_LENGTH });
  return playMoves(start, moveTokens(text));
}

/** The same from where a game stands. */
export function playOn(game: Game, text: string): Result<Game> {
  const more = playText(current(game), text);
  if (!more.ok) return more;
  const { positions, moves } = more.value;
  return ok({ positions: [...game.positions, ...positions.slice(1)], moves: [...game.moves, ...moves] });
}

/** Single moves as people write them, played one after the other. */
export function playMoves(start: Position, tokens: readonly string[]): Result<Game> {
  if (tokens.length > MAX_PLIES) return refuse('moves.many', { field: MOVES, most: MAX_PLIES, given: tokens.length });
  const positions = [start];
  const moves: NormalMove[] = [];
  let position = start;
  for (const token of tokens) {
    if (NULL_MOVE.test(token)) return wrongMove('null', position, token.slice(0, 20));
    const move = exactly(position, token) ?? moveOf(position, play(forgiving(position), token) ?? '');
    if (!move) return wrongMove('illegal', position, token.slice(0, 20));
    position = after(position, move);
    positions.push(position);
    moves.push(move);
  }
  return ok({ positions, moves });
}

/** A move written as the standard wants it is read by chessops, seven times as fast as by chess.js. */
function exactly(position: Position, token: string): NormalMove | undefined {
  if (UCI.test(token)) {
    const move = moveOf(position, token);
    return move && uciOf(position, move) === token ? move : undefined;
  }
  const move = parseSan(position, token);
  return move && 'from' in move && sanOf(position, move) === token ? move : undefined;
}

/** A move that cannot be played in that position, told with its place in the game. */
const wrongMove = (why: 'null' | 'illegal', { turn, fullmoves }: Position, move: string): Failure =>
  refuse(`moves.${why}.${turn}`, { field: MOVES, move, number: fullmoves });

/** One side does not move: chess.js and other programs know several ways to write it, the rules do not. */
const NULL_MOVE = /^(--|Z0|0000|@@@@)$/;

/** Drops move numbers, annotation marks and results; writes castling with letters. */
function moveTokens(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map(token => token.replace(/^\d+\.+/, '').replace(/(?<![!?])[!?]+$/, ''))
    .filter(token => token !== '' && !/^(\d+|\*|1-0|0-1|1\/2-1\/2)$/.test(token))
    .map(token => token.replace(/^0-0(-0)?(?=[+#]?$)/, (_, long) => (long ? 'O-O-O' : 'O-O')));
}

const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
const BARE_PROMOTION = /^[a-h][27][a-h][18]$/;

function play(board: ForgivingChess, token: string): string | undefined {
  // Squares alone for a promotion mean a queen; chess.js would take the first piece that fits.
  if (BARE_PROMOTION.test(token)) return playExactly(board, `${token}q`) ?? playExactly(board, token);
  return playExactly(board, token);
}

function playExactly(board: ForgivingChess, token: string): string | undefined {
  if (token === '--') return undefined; // chess.js knows null moves; the rules do not
  const squares = /^[a-h][1-8][a-h][1-8]/.test(token);
  if (squares && !UCI.test(token)) return undefined;
  try {
    const { lan } = board.move(token);
    if (!squares || lan === token) return lan;
    board.undo();
    return undefined;
  } catch {
    // chess.js throws on an illegal move; the caller answers with a sentence.
    return undefined;
  }
}

/**
 * The move that a word of a PGN means: SAN, or both squares. Stricter than what people type, and a hundred times as
 * fast.
 */
export function readPgnMove(position: Position, word: string): Result<NormalMove> {
  const move = parseSan(position, word) ?? bySquares(position, word);
  if (move && 'from' in move) return ok(move);
  return wrongMove(NULL_MOVE.test(word) ? 'null' : 'illegal', position, legible(word));
}

/** Squares alone for a promotion mean a queen. */
const bySquares = (position: Position, word: string): NormalMove | undefined =>
  moveOf(position, word) ?? moveOf(position, `${word}q`);
