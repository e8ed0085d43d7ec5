import type { Color } from 'chessops/types';
import type { Outcome } from '../../chess/history.ts';
import type { Score } from '../../chess/score.ts';
import type { Tag, TagName } from '../tags/names.ts';
import type { TagTheme } from '../tags/themes.ts';
import type { InvestigationParams } from './params.ts';

/** Why a branch is not followed any further. */
export const STOPS = [
  'd2_eval_below_original', // even a glance sees by now that it was wrong
  'no_overestimated_moves', // nothing here fools a glance
  'depth_limit', // as many illusions one behind the other as are followed
  'game_over',
  'already_explored', // the same position stands in another branch
  'search_limit', // as many searches as one question may take
] as const;
export type StopReason = (typeof STOPS)[number];

/** Why the obvious move is wrong, as plain data. Scores are White's; ranks begin with 1. */
export interface InvestigationReport {
  kind: 'investigation';
  version: 1;
  fen: string;
  params: InvestigationParams;
  /** Whose move it is. */
  player: Color;
  /** Null where there is nothing to look at; then all lists are empty. */
  deep: SearchRanking | null;
  shallow: SearchRanking | null;
  /** The strongest illusion first; at most six are followed. */
  overestimated: Illusion[];
  /** What people of the rating play here: every legal move in UCI. Null where Maia was not asked. */
  people: Record<string, number> | null;
  tree: InvestigationTree;
  /** What can be seen in the position without looking ahead. */
  tags: Tag[];
  /** All that was found, as an annotated game in English. */
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
  /** What it promises and does not keep, in percent of the mover's winning chances. */
  gap: number;
}

export interface InvestigationTree {
  /** What should be played, and how it goes on: the whole line of the deep search. */
  line: LineMove[];
  /** Instead of the first move of the line. */
  branches: IllusionBranch[];
}

/** An illusion and its refutation. */
export interface IllusionBranch {
  illusion: Illusion;
  /** 1 for what can be played at once, 2 for what looks good after that, and so on. */
  level: number;
  /** The best move there, by the deep search. */
  instead: BetterMove;
  /** The illusion, the best answer, and how it goes on. */
  line: LineMove[];
  /** Null where it was followed: there are further illusions after the answer. */
  stop: Stop | null;
  /** Instead of the third move of the line. */
  branches: IllusionBranch[];
}

export interface BetterMove {
  san: string;
  score: Score;
}

export interface Stop {
  reason: StopReason;
  /** What the shallow search says after the answer; null where it was not asked. */
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
  /** What the mover threatens now and did not before. */
  threats: Tag[];
}

export interface InvestigationStats {
  branches: number;
  /** The deepest branch. */
  levels: number;
  stockfishSearches: number;
  stockfishNodes: number;
  cacheHits: number;
  /** There was more to look at than one question may take. */
  limited: boolean;
  time: { totalMs: number; searchMs: number };
}

/** How far an investigation has come. Numbers only ever grow. */
export interface InvestigationProgress {
  searches: number;
  /** Branches that were found so far, and those that are done with. */
  branches: number;
  done: number;
}
