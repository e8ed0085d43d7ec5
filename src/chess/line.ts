import type { Game } from './game.ts';
import { type Position, startPosition } from './position.ts';

/** SAN moves with their numbers, as in a book: `12... Nf6 13. e5`. */
export function numberedLine(position: Pick<Position, 'turn' | 'fullmoves'>, san: readonly string[]): string {
  let white = position.turn === 'white';
  let number = position.fullmoves;
  return san
    .map((move, index) => {
      const prefix = white ? `${number}. ` : index === 0 ? `${number}... ` : '';
      if (!white) number++;
      white = !white;
      return prefix + move;
    })
    .join(' ');
}

/** Half-moves played since the start of the game, by the position's own count. */
export const pliesPlayed = (position: Position): number =>
  (position.fullmoves - 1) * 2 + (position.turn === 'white' ? 0 : 1);

const START = [...startPosition().board];

/** Measured on real games: before this Maia's forecast of the result says little. */
const EARLY_PLIES = 10;

/**
 * Whether this is one of the first ten half-moves of a game. The move number alone does not tell: people who type in a
 * study leave it at 1. A half-move empties at most two of the squares that men start on, so a board on which more
 * has happened than its number allows is not early.
 */
export function isEarly(position: Position): boolean {
  const plies = pliesPlayed(position);
  if (plies >= EARLY_PLIES) return false;
  let left = 0;
  for (const [square, { role, color }] of START) {
    const now = position.board.get(square);
    if (now?.role !== role || now.color !== color) left++;
  }
  return left <= 2 * plies;
}

/**
 * After how many half-moves of a game a link's ply is. Lichess counts from move 1, wherever a game begins, and takes
 * a ply past the end for the end.
 */
export function plyOfGame({ positions, moves }: Game, ply: number): number {
  const since = ply - pliesPlayed(positions[0] as Position);
  return Math.min(moves.length, Math.max(0, since));
}
