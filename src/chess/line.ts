import type { Position } from './position.ts';

/** SAN moves with their numbers, as in a book: `12... Nf6 13. e5`. */
export function numberedLine(position: Position, san: readonly string[]): string {
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
