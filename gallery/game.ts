import { type Game, gameFrom } from '../src/chess/game.ts';
import { after, type Position, parsePosition, startPosition } from '../src/chess/position.ts';
import { sanMove } from './outline.ts';

/** Moves as in a score sheet, without numbers. */
export function gameOf(moves: string, start: Position = startPosition()): Game {
  return moves.split(' ').reduce<Game>(({ positions, moves: played }, san) => {
    const position = positions.at(-1) as Position;
    const move = sanMove(position, san);
    return { positions: [...positions, after(position, move)], moves: [...played, move] };
  }, gameFrom(start));
}

export function positionOf(fen: string): Position {
  const parsed = parsePosition(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}
