import type { Color } from 'chessops/types';
import type { Outcome } from '../../chess/history.ts';
import type { Score } from '../../chess/score.ts';
import type { TagTheme } from '../tags/changes.ts';
import type { Tag, TagName } from '../tags/names.ts';
import type { InvestigationParams } from './params.ts';

/** The reasons for which a branch ends. */
export const STOPS = [
  'd2_eval_below_original', // even the shallow search sees here that the illusion was wrong
  'no_overestimated_moves', // no move here fools the shallow search
  'depth_limit', // the last level that is followed
  'game_over',
  'already_explored', // the same position stands in another branch
  'search_limit', // no searches are left for this question
] as const;
export type StopReason = (typeof STOPS)[number];

/** Why the obvious move is wrong, as plain data. Scores are White's; ranks begin with 1. */
export interface InvestigationReport {
  kind: 'investigation';
  version: 1;
  fen: string;
  params: InvestigationParams;
  /** The side to move. */
  player: Color;
  /** Null if there is nothing to search, and then all lists are empty. */
  deep: SearchRanking | null;
  shallow: SearchRanking | null;
  /** The strongest illusion first; at most six are followed. */
  overestimated: Illusion[];
  /** The probability with which people of the rating play each legal move in UCI; null where Maia was not asked. */
  people: Record<string, number> | null;
  tree: InvestigationTree;
  /** The tags of the position, without looking ahead. */
  tags: Tag[];
  /** The whole report as an annotated game in English. */
  pgn: string;
  /** How the game has ended, if it has. */
  ending: Outcome | null;
  engine: { name: string } | null;
  model: { id: string } | null;
  /** Why Maia could not be asked, where it was wanted: one sentence for people. */
  problem: string | null;
  stats: InvestigationStats;
  cacheStatus: 'fresh' | 'cached';
}

/** A report before it is written out as a game. */
export type InvestigationFindings = Omit<InvestigationReport, 'pgn'>;

/** A position as one search sees it. */
export interface SearchRanking {
  depth: number;
  score: Score;
  best: { san: string; uci: string };
  /** Every legal move, the best first. */
  ranking: { rank: number; san: string; uci: string; score: Score }[];
}

/**
 * A move that looks better than it is. Below the first level of branches ranks are those among the moves that were
 * compared.
 */
export interface Illusion {
  san: string;
  uci: string;
  shallowRank: number;
  deepRank: number;
  shallow: Score;
  deep: Score;
  /** How much too much it promises, in percent of the mover's winning chances. */
  gap: number;
}

export interface InvestigationTree {
  /** The best move and how it goes on: the whole line of the deep search. */
  line: LineMove[];
  /** Instead of the first move of the line. */
  branches: IllusionBranch[];
}

/** An illusion and its refutation. */
export interface IllusionBranch {
  illusion: Illusion;
  /** 1 for illusions in the position itself, 2 for illusions after those, and so on. */
  level: number;
  /** The best move there, by the deep search. */
  instead: { san: string; score: Score };
  /** The illusion, the best answer, and how it goes on. */
  line: LineMove[];
  /** Null where it was followed: there are further illusions after the answer. */
  stop: Stop | null;
  /** Instead of the third move of the line. */
  branches: IllusionBranch[];
}

export interface Stop {
  reason: StopReason;
  /** The score of the shallow search after the answer; null where it was not asked. */
  shallow: Score | null;
  /** How the game has ended, if that is why. */
  ending: Outcome | null;
}

export interface LineMove {
  san: string;
  uci: string;
  /** Null where the game is over, or no search was left for it. */
  score: Score | null;
  /** Which search the score is from. */
  by: 'deep' | 'shallow' | null;
  /** What it changes most. */
  themes: TagTheme[];
  /** The tactics that it plays. */
  tactics: TagName[];
  gained: Tag[];
  lost: Tag[];
  /** The new threats of the mover. */
  threats: Tag[];
}

export interface InvestigationStats {
  branches: number;
  /** The deepest branch. */
  levels: number;
  stockfishSearches: number;
  stockfishNodes: number;
  cacheHits: number;
  /** Whether branches were left out because no searches were left. */
  limited: boolean;
  time: { totalMs: number; searchMs: number };
}

/** How far an investigation has come. Numbers only ever grow. */
export interface InvestigationProgress {
  searches: number;
  /** The numbers of branches that were found and finished so far. */
  branches: number;
  done: number;
}
