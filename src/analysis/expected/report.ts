import type { Color } from 'chessops/types';
import type { Outcome } from '../../chess/history.ts';
import type { Score } from '../../chess/score.ts';
import type { ExpectedParams } from './params.ts';

/** Plain JSON. Win rates are the player's, who is the side to move; scores are White's. */
export interface ExpectedReport {
  kind: 'expected';
  version: 1;
  fen: string;
  player: Color;
  params: ExpectedParams;
  /** Null where no search was needed. */
  engine: { name: string } | null;
  model: { id: string };
  /** How the game ended, where it has; then there are no moves. */
  ending: Outcome | null;
  /** Of the best move. Null where the game is over. */
  rootWinrate: number | null;
  /** Moves with a lower win rate are rejected. */
  threshold: number | null;
  /** Maia's forecast of the result for the player, whatever is played. */
  human: number | null;
  /** Best first. */
  moves: CandidateMove[];
  /** Good enough, but beyond `maxCandidates`. Best win rate first, like `rejected`. */
  notAnalysed: OtherMove[];
  rejected: OtherMove[];
  stats: Stats;
  cacheStatus: 'fresh' | 'cached';
  /** Every answer of the engines, where it was asked for. */
  trace?: Trace;
}

export interface CandidateMove {
  san: string;
  uci: string;
  expected: number;
  human: number;
  winrate: number;
  /** Null where the move ends the game, and so is `depth`: that of the search. */
  score: Score | null;
  depth: number | null;
  maia: number;
  confidence: Confidence;
  coverage: number;
  treeDepth: number;
  branches: number;
  nodes: number;
  /** How often the opponent's first reply is a mistake. Null where Stockfish did not look: with `leaf` `maia`. */
  trap: number | null;
  /** How often the player goes wrong further on. Null as above. */
  risk: number | null;
  tree: TreeNode;
}

export interface OtherMove {
  san: string;
  uci: string;
  winrate: number;
  score: Score | null;
  maia: number;
  /** The best answer to it, where there is one. */
  reply: { san: string; uci: string } | null;
  /**
   * Of the search that this rests on: hopeless moves are looked at once, shallowly. Null where the move ends the game.
   */
  depth: number | null;
}

export interface TreeNode {
  san: string;
  uci: string;
  fen: string;
  /** Who made the move to this position. */
  mover: 'player' | 'opponent';
  /** Of this move in the position before it; the candidate's own is 1. */
  probability: number;
  cumulative: number;
  /** Where Stockfish looked. */
  winrate?: number;
  score?: Score;
  /** Of that search: the fewer reach a position, the less deep; inside a tree a glance may tell mistakes from moves. */
  depth?: number;
  human?: number;
  /** Backed up from below. */
  expected: number;
  leaf: boolean;
  pruned?: 'player-blunder';
  terminal?: Outcome;
  /** The moves that are too rare to follow. Absent where nothing was to be followed: finished, or pruned. */
  dropped?: Dropped;
  children: TreeNode[];
}

export interface Dropped {
  moves: number;
  probability: number;
  /** The probability of the likeliest of them. */
  likeliest: number;
  /** With residual `tail`: their mean win rate, each by its probability, and how many of them were looked at for it. */
  winrate?: number;
  seen?: number;
}

export interface Stats {
  branches: number;
  nodes: number;
  /** The mean over the candidates. */
  coverage: number;
  maiaPositions: number;
  stockfishPositions: number;
  stockfishNodes: number;
  cacheHits: number;
  time: {
    totalMs: number;
    /** When the ranking by `human` stood. */
    preliminaryMs: number;
  };
}

export type Confidence = 'high' | 'medium' | 'low';

const HIGH = 0.8;
const MEDIUM = 0.6;

export const confidenceOf = (coverage: number): Confidence =>
  coverage > HIGH ? 'high' : coverage >= MEDIUM ? 'medium' : 'low';

export const SORTS = ['expected', 'human'] as const;
export type Sort = (typeof SORTS)[number];

export type Valued = Pick<CandidateMove, Sort | 'winrate' | 'uci'> & { tree?: Pick<TreeNode, 'terminal'> };

const isMate = ({ tree }: Valued): boolean => tree?.terminal === 'checkmate';

/**
 * Best first; ties by Stockfish, a mate on the board before one to come, then by name, so that an answer is always the
 * same.
 */
export const ranked = <T extends Valued>(moves: readonly T[], by: Sort = 'expected'): T[] =>
  [...moves].sort(
    (a, b) =>
      b[by] - a[by] || b.winrate - a.winrate || Number(isMate(b)) - Number(isMate(a)) || (a.uci < b.uci ? -1 : 1),
  );

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
  /**
   * Best first; one line, or one for each move that was to be compared: that move and the answer. Scores are White's.
   */
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
