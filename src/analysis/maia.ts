import { current, type Game } from '../chess/game.ts';
import { type Ending, endingOf, fenOf, legalMoves, sanOf } from '../chess/position.ts';
import type { MaiaAnswer } from '../engine/maia.ts';
import { softmax } from '../engine/policy.ts';
import type { Engines } from './engines.ts';

export interface MaiaParams {
  /** Of the side to move. */
  rating: number;
  opponentRating: number;
  /** 1 is what people really play; below 1 sharpens, 0 keeps only the likeliest move. */
  temperature: number;
}

export interface MaiaReport {
  kind: 'maia';
  version: 1;
  fen: string;
  model: string;
  ending: Ending | null;
  rating: number;
  opponentRating: number;
  temperature: number;
  /** Likeliest first; all legal moves, summing to 1. */
  moves: { san: string; uci: string; probability: number }[];
  /** How games between these two ratings end from here, for the side to move. Null where the game is over. */
  wdl: MaiaAnswer['wdl'] | null;
  cached: boolean;
}

export async function predictMoves(game: Game, params: MaiaParams, engines: Engines): Promise<MaiaReport> {
  const position = current(game);
  const { rating, opponentRating, temperature } = params;
  const ending = endingOf(position) ?? null;
  const head = { kind: 'maia', version: 1, fen: fenOf(position), model: engines.model, ending } as const;
  if (ending) return { ...head, rating, opponentRating, temperature, moves: [], wdl: null, cached: false };
  const { logits, wdl, cached } = await engines.predict({ history: game.positions, rating, opponentRating });
  const probabilities = softmax(logits, temperature);
  const moves = legalMoves(position)
    .map(({ uci, move }, index) => ({ san: sanOf(position, move), uci, probability: probabilities[index] ?? 0 }))
    // Equal probabilities (temperature 0) in the order of their names, so that an answer is always the same.
    .sort((a, b) => b.probability - a.probability || (a.uci < b.uci ? -1 : 1));
  return { ...head, rating, opponentRating, temperature, moves, wdl, cached };
}
