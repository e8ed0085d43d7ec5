import type { NormalMove } from 'chessops/types';
import { after, moveOf, type Position, startPosition, uciOf } from './position.ts';

/** A start and the moves from it. `positions` has one more entry than `moves`; the last is the current one. */
export interface Game {
  readonly positions: readonly Position[];
  readonly moves: readonly NormalMove[];
}

/** How a game can end, as it is written down; one that is not over has no result. */
export const RESULTS = ['1-0', '0-1', '1/2-1/2'] as const;
export type GameResult = (typeof RESULTS)[number];

export const gameFrom = (start: Position = startPosition()): Game => ({ positions: [start], moves: [] });

export const current = (game: Game): Position => game.positions[game.positions.length - 1] as Position;

/** The game as it was after so many half-moves. */
export const upTo = ({ positions, moves }: Game, ply: number): Game => ({
  positions: positions.slice(0, ply + 1),
  moves: moves.slice(0, ply),
});

export const uciMoves = (game: Game): string[] =>
  game.moves.map((move, ply) => uciOf(game.positions[ply] as Position, move));

/** Plays UCI moves; undefined when one of them is not legal. */
export function playUci(start: Position, moves: readonly string[]): Game | undefined {
  const positions = [start];
  const played: NormalMove[] = [];
  let position = start;
  for (const uci of moves) {
    const move = moveOf(position, uci);
    if (!move) return undefined;
    position = after(position, move);
    positions.push(position);
    played.push(move);
  }
  return { positions, moves: played };
}
