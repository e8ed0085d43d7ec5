import type { Color, NormalMove } from 'chessops/types';
import { after, moveOf, type Position, startPosition, uciOf } from './position.ts';

/** The parts of a game, in their order. */
export const PHASES = ['opening', 'middlegame', 'endgame'] as const;
export type Phase = (typeof PHASES)[number];

/** Longer than any game ever played (269 moves, Nikolic–Arsovic 1989), shorter than a flood. */
export const MAX_PLIES = 600;

/** A start and the moves from it. `positions` has one more entry than `moves`; the last is the current one. */
export interface Game {
  readonly positions: readonly Position[];
  readonly moves: readonly NormalMove[];
}

/** How a game can end, as it is written down; one that is not over has no result. */
export const RESULTS = ['1-0', '0-1', '1/2-1/2'] as const;
export type GameResult = (typeof RESULTS)[number];
/** The result of a game that a side has won. */
export const WINS: Readonly<Record<Color, GameResult>> = { white: '1-0', black: '0-1' };

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
