import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { moveOf, type Position, parsePosition, startPosition } from '../chess/position.ts';
import { no, ok, type Result } from '../chess/result.ts';
import { nameOf } from '../chess/words.ts';
import { legible, type WrittenGame } from './pgn-file.ts';

const STANDARD = ['standard', 'chess', 'normal', 'from position', 'fromposition'];

/** Where a game begins, by its headers. */
export function startOf(headers: WrittenGame['headers']): Result<Position> {
  const variant = headers.get('Variant');
  if (variant !== undefined && !STANDARD.includes(variant.toLowerCase()))
    return no(`pgn: "${legible(variant)}" is not standard chess.`);
  const fen = headers.get('FEN');
  return fen === undefined ? ok(startPosition()) : parsePosition(fen, 'pgn');
}

/** The move that a word of a PGN means: SAN, or both squares. */
export function readMove(position: Position, word: string): Result<NormalMove> {
  const move = parseSan(position, word.replace(/[0o]/g, 'O')) ?? bySquares(position, word);
  return move && 'from' in move
    ? ok(move)
    : no(`moves: "${legible(word)}" (move ${position.fullmoves}, ${nameOf(position.turn)}) is not a legal move there.`);
}

/** Squares alone for a promotion mean a queen. */
const bySquares = (position: Position, word: string): NormalMove | undefined =>
  moveOf(position, word) ?? moveOf(position, `${word}q`);
