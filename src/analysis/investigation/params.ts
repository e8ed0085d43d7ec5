import type { Parameter } from '../../base/bounds.ts';
import { RATING, USUAL_RATING } from '../../chess/rating.ts';

export interface InvestigationParams {
  /** The depth of the deep search, whose scores are taken as true. */
  deep: number;
  /** The depth of the shallow search, which is fooled as people are. */
  shallow: number;
  /** How many levels of illusions after each other are followed. */
  levels: number;
  /** The rating of the people whose moves Maia predicts. */
  rating: number;
  /** The rating of their opponents; by default the same. */
  opponentRating?: number | undefined;
  /** Whether Maia is asked at all. */
  maia: boolean;
  /** A move that is asked about, in UCI: it is followed whether it is an illusion or not. */
  move: string | null;
}

/** The parameters that are numbers, with the bounds that jobs and the command line use. */
export const PARAMETERS = {
  rating: { ...RATING, usual: USUAL_RATING, help: 'Who is asked what they play' },
  deep: { min: 8, max: 30, usual: 16, help: 'Half-moves of the search that is believed' },
  shallow: { min: 1, max: 6, usual: 2, help: 'Half-moves of the search that is fooled' },
  levels: { min: 1, max: 5, usual: 5, help: 'Illusions that are followed one behind the other' },
} as const satisfies Readonly<Record<string, Parameter>>;

export const DEFAULTS: InvestigationParams = {
  deep: PARAMETERS.deep.usual,
  shallow: PARAMETERS.shallow.usual,
  levels: PARAMETERS.levels.usual,
  rating: PARAMETERS.rating.usual,
  maia: true,
  move: null,
};

/**
 * How many illusions are followed from one position, by level; fewer on deeper levels, which matter less to readers.
 */
export const BRANCHES = [6, 3, 2, 1, 1];
/**
 * Beyond the first level, illusions that promise less than this too much (in percent of winning chances) are not
 * followed: they are noise of the shallow search.
 */
export const NOTICEABLE = 5;
/** How many moves that the shallow search ranks best look good; these fool people, and are followed before others. */
export const OBVIOUS = 10;
/** Illusions that this share of people plays are followed, however weak they are. */
export const POPULAR = 0.1;
/** The most searches for one question, whatever is left to search. */
export const SEARCHES = 400;
/** The most half-moves of a refutation, with the illusion, since readers do not follow longer ones. */
export const LINE_PLIES = 9;
