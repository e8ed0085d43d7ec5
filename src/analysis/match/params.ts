import type { Color } from 'chessops/types';
import type { Limit } from '../../engine/uci.ts';

/** How one game of a match is played. */
export interface MatchGameParams {
  /** The side that Maia has. */
  maia: Color;
  /** Whom Maia plays like, and against whom she thinks she does. */
  rating: number;
  opponentRating: number;
  temperature: number;
  /** Only the likeliest moves that together make up this much; 1 is all of them. */
  topP: number;
  /** Makes Maia's choices repeatable; Stockfish, when it plays below its strength, is not. */
  seed: number;
  /** Stockfish's strength on its own scale. */
  elo: number;
  /** What Stockfish may look at for each move. */
  limit: Limit;
}

/** After so many half-moves a game that does not want to end is a draw. */
export const MAX_PLIES = 300;

export const MATCH_DEFAULTS = { games: 20, elo: 1500, rating: 1500, temperature: 0.1, topP: 1, nodes: 50_000 };
