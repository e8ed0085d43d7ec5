import { parseSan } from 'chessops/san';
import type { NormalMove } from 'chessops/types';
import { ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import { moveOf, type Position } from '../chess/position.ts';
import { NULL_MOVE, wrongMove } from './position.ts';

/** The move that a word of a PGN means: SAN, or both squares. Stricter than what people type, and a hundred times as fast. */
export function readMove(position: Position, word: string): Result<NormalMove> {
  const move = parseSan(position, word) ?? bySquares(position, word);
  if (move && 'from' in move) return ok(move);
  return wrongMove(NULL_MOVE.test(word) ? 'null' : 'illegal', position, legible(word));
}

/** Squares alone for a promotion mean a queen. */
const bySquares = (position: Position, word: string): NormalMove | undefined =>
  moveOf(position, word) ?? moveOf(position, `${word}q`);
