import type { Color } from 'chessops/types';
import type { Phase } from '../../chess/game.ts';
import type { Outcome } from '../../chess/history.ts';
import type { Score } from '../../chess/score.ts';
import type { Limit } from '../../engine/uci.ts';
import type { Phases } from '../phases/phases.ts';

/** What a move is accused of, the least first. */
export const JUDGEMENTS = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/**
 * What Maia adds. A natural mistake is one that many people of this rating make here, one out of character hardly any
 * of them; a great find is a best move that few see; after an only move nothing else would have held.
 */
export const LABELS = ['natural-mistake', 'out-of-character', 'great-find', 'only-move'] as const;
export type MoveLabel = (typeof LABELS)[number];

/** A reviewed game, as plain data. Win percentages and scores are White's unless they say otherwise. */
export interface ReviewReport {
  kind: 'review';
  version: 1;
  /** As they stood in the PGN. */
  headers: Record<string, string>;
  /** Where the game began, as a FEN. */
  start: string;
  /** White's win percentage there, from 0 to 100; null where the position is not evaluated. */
  startWinPercent: number | null;
  /** Null where no position of the game has a name. */
  opening: ReviewedOpening | null;
  phases: Phases;
  players: Record<Color, PlayerReview>;
  plies: ReviewedPly[];
  /** The moves that decided the game, at most three, in the order in which they were played. */
  moments: Moment[];
  /** How the game ended on the board, if it did. */
  ending: Outcome | null;
  /** Null: the evaluations are those of the PGN. */
  engine: { name: string; limit: Limit } | null;
  /** Null: Maia was not asked. */
  model: { id: string } | null;
  /** Why Maia could not be asked, where it was wanted: one sentence for people. */
  problem: string | null;
  stats: ReviewStats;
  cacheStatus: 'fresh' | 'cached';
}

export interface ReviewedOpening {
  eco: string;
  name: string;
  /** The last half-move after which the position has a name. */
  ply: number;
}

export interface PlayerReview {
  /** The rating whose people this player was compared with. */
  rating: number;
  /** From 0 to 100; null without a move that could be judged. */
  accuracy: number | null;
  /** The mean loss in centipawns, a whole number. */
  acpl: number | null;
  counts: Record<Judgement | MoveLabel, number>;
  /** Only the phases in which the player made a move. */
  byPhase: Partial<Record<Phase, PhaseReview>>;
  /** Null where Maia was not asked, or where the model does not know all ratings. */
  playedLike: PlayedLike | null;
}

export interface PhaseReview {
  moves: number;
  accuracy: number | null;
  acpl: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/**
 * The rating whose people would most likely have played these moves. One game says little, so never without its
 * interval.
 */
export type PlayedLike =
  | { kind: 'estimate'; rating: number; low: number; high: number; moves: number }
  /** Of moves that are not theory. */
  | { kind: 'too-few-moves'; moves: number };

export interface ReviewedPly {
  /** In this game, from 1 on. */
  ply: number;
  /** By the position's own count: 12 for `12. Nf3` and `12... Nf6`. */
  moveNumber: number;
  color: Color;
  san: string;
  uci: string;
  /** After the move, like the score. */
  fen: string;
  /** Null where a game is over, or a PGN does not say. */
  score: Score | null;
  /** From 0 to 100. */
  winPercent: number | null;
  /**
   * What the mover lost of theirs, from 0 to 100. Null, like the accuracy, where one of the two positions is not
   * evaluated.
   */
  lost: number | null;
  accuracy: number | null;
  judgement?: Judgement;
  /** What the engine would have played, and how it goes on, in SAN, that move included. Null where it was not asked. */
  best: BestMove | null;
  maia: HumanView | null;
  labels: MoveLabel[];
  phase: Phase;
  /** The move is theory. */
  book: boolean;
  /** Seconds left to the mover, where the PGN says so. */
  clock?: number;
}

export interface BestMove {
  san: string;
  uci: string;
  line: string[];
}

/** What people of the mover's rating do in the position before the move. */
export interface HumanView {
  /** How often they play the move that was played. */
  played: number;
  /** How often they play the best one; null where that is not known. */
  best: number | null;
  /** The likeliest first. */
  top: { san: string; uci: string; probability: number }[];
  /** How such games end, for the mover. */
  wdl: { win: number; draw: number; loss: number };
}

/** One of the moves that decided the game: the mover's win percentage before and after it. */
export interface Moment {
  ply: number;
  before: number;
  after: number;
}

export interface ReviewStats {
  plies: number;
  stockfishPositions: number;
  stockfishNodes: number;
  maiaPositions: number;
  cacheHits: number;
  /** `searchMs` is what all searches took together, however many ran at once; `maiaMs` how long Maia was waited for. */
  time: { totalMs: number; searchMs: number; maiaMs: number };
}

/** How far a review has come. Numbers only ever grow. */
export interface ReviewProgress {
  /** Positions that are evaluated, by Stockfish or by the PGN. */
  evaluated: number;
  positions: number;
  /** What Maia has answered, of what it was asked so far: several ratings for most positions. */
  predicted: number;
  predictions: number;
  /** White's, from 0 to 100, for each position from the start on; null where a position is not evaluated yet. */
  winPercents: (number | null)[];
}
