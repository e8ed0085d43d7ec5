import type { Parameter } from '../../base/bounds.ts';
import { RATING, USUAL_RATING } from '../../chess/rating.ts';

export interface InvestigationParams {
  /** Half-moves of the search that is believed. */
  deep: number;
  /** Half-moves of the search that is fooled, as people are. */
  shallow: number;
  /** How many illusions one behind the other are followed. */
  levels: number;
  /** Whose people are asked what they play. */
  rating: number;
  /** Whom they play against; their like, if nothing is said. */
  opponentRating?: number | undefined;
  /** Whether Maia is asked at all. */
  maia: boolean;
  /** A move that is asked about, in UCI: it is followed whether it is an illusion or not. */
  move: string | null;
}

/** All that is a number: a job and the command line take their bounds from here. */
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

/** Illusions that are followed from one position, by level: who reads on wants the main thing, not everything. */
export const BRANCHES = [6, 3, 2, 1, 1];
/**
 * Beyond the first level, what promises less too much (in percent of winning chances) is followed no further: it is the
 * noise of a shallow search.
 */
export const NOTICEABLE = 5;
/** What a glance likes best: these moves fool people, and are followed before those that look bad to begin with. */
export const OBVIOUS = 10;
/** Illusions that so many people play are among them, however weak. */
export const POPULAR = 0.1;
/** Searches for one question, whatever there is left to look at. */
export const SEARCHES = 400;
/** Half-moves of a refutation, the illusion included: more are not read. */
export const LINE_PLIES = 9;
