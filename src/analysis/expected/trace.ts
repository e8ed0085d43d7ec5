import type { Score } from '../../chess/score.ts';

/** Every answer that a report rests on: with it the numbers can be recomputed without an engine. */
export interface Trace {
  kind: 'expected-trace';
  version: 1;
  searches: SearchTrace[];
  predictions: PredictionTrace[];
}

export interface SearchTrace {
  fen: string;
  depth: number;
  /** Where only these were searched; elsewhere all moves were. */
  searchmoves?: readonly string[];
  /** Best first; one line, or one for each move that was to be compared: that move and the answer. Scores are White's. */
  lines: { uci: string[]; score: Score }[];
  nodes: number;
}

export interface PredictionTrace {
  /** The last positions of the line, oldest first, the one asked about last. */
  history: string[];
  rating: number;
  opponentRating: number;
  /** In the order of their squares; sums to 1. */
  moves: { uci: string; probability: number }[];
  /** The forecast for the side to move. */
  wdl: { win: number; draw: number; loss: number };
}
