import type { NormalMove } from 'chessops/types';
import { type Game, gameFrom } from '../../src/chess/game.ts';
import { after, endingOf, legalMoves, type Position, parsePosition } from '../../src/chess/position.ts';

export function positionOf(fen: string): Position {
  const parsed = parsePosition(fen);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

/** A small seeded generator (mulberry32), so that random games are the same every time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const extend = ({ positions, moves }: Game, move: NormalMove): Game => ({
  positions: [...positions, after(positions.at(-1) as Position, move)],
  moves: [...moves, move],
});

/** A game of random legal moves that is still going on after `plies` half-moves, or as many as it lasted. */
export function randomGame(plies: number, random: () => number): Game {
  let game = gameFrom();
  while (game.moves.length < plies) {
    const legal = legalMoves(game.positions.at(-1) as Position);
    const chosen = legal[Math.floor(random() * legal.length)];
    const longer = chosen && extend(game, chosen.move);
    if (!longer || endingOf(longer.positions.at(-1) as Position)) break;
    game = longer;
  }
  return game;
}
