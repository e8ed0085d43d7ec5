import type { Color } from 'chessops/types';
import { type Parameter, usualOf } from '../../base/bounds.ts';
import { RATING, USUAL_RATING } from '../../chess/rating.ts';
import { type Limit, NODES } from '../../engine/uci.ts';
import { PARAMETERS as MAIA } from '../move-predictions.ts';

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

/** All that is a number: a job and the command line take their bounds from here. */
export const PARAMETERS = {
  games: { min: 1, max: 10_000, usual: 20, help: 'Games against each level' },
  elo: { min: 1, max: 9_999, usual: 1500, help: "Stockfish's strength, or several" },
  rating: { ...RATING, usual: USUAL_RATING, help: 'Whom Maia plays like' },
  temperature: {
    ...MAIA.temperature,
    usual: 0.1,
    help: '0: always the likeliest move; 1: as people play',
  },
  topP: MAIA.topP,
  nodes: { ...NODES, usual: 50_000, help: 'What Stockfish looks at for each move' },
} as const satisfies Readonly<Record<string, Parameter>>;

/** On Discord people share a machine. Of the levels these are the widest that a build of Stockfish has had. */
export const DISCORD_MATCH = {
  games: { ...PARAMETERS.games, max: 100 },
  elo: { ...PARAMETERS.elo, min: 1320, max: 3190 },
  temperature: { ...PARAMETERS.temperature, max: 2 },
} as const;

export const MATCH_DEFAULTS = usualOf(PARAMETERS);
