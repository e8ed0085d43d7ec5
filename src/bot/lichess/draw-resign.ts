import type { Color } from 'chessops/types';
import { type Score, turnScore } from '../../chess/score.ts';

/** When to resign and when to offer a draw. Maia's forecasts over several moves suggest it, then Stockfish decides. */

/** Maia's forecast of the result, for players of these ratings, at one of our moves. */
export interface Forecast {
  /** Half-moves played. */
  ply: number;
  win: number;
  draw: number;
  loss: number;
}

export interface Prospects {
  /** Our moves in a row without hope, and without anything left to play for. */
  readonly hopeless: number;
  readonly dull: number;
  /** The half-move of our last offer. */
  readonly offered: number | undefined;
}

export const NEW_PROSPECTS: Prospects = { hopeless: 0, dull: 0, offered: undefined };

/** The share of the point that we can expect. */
export const expectedScore = ({ win, draw }: Forecast): number => win + draw / 2;

const HOPELESS = 0.05;
const DULL_DRAW = 0.5;
const DULL_LEAD = 0.1;

export function prospectsAfter(prospects: Prospects, forecast: Forecast): Prospects {
  const isHopeless = expectedScore(forecast) < HOPELESS;
  const isDull = forecast.draw >= DULL_DRAW && Math.abs(forecast.win - forecast.loss) <= DULL_LEAD;
  return { ...prospects, hopeless: isHopeless ? prospects.hopeless + 1 : 0, dull: isDull ? prospects.dull + 1 : 0 };
}

/** In half-moves: draws are neither taken nor offered before. */
const EARLIEST_ANSWER = 20;
const EARLIEST_OFFER = 80;
const DULL_MOVES = 6;
/** Half-moves between two offers; Lichess wants 20. */
const BETWEEN_OFFERS = 40;

export const mayTakeDraw = (ply: number): boolean => ply >= EARLIEST_ANSWER;

export const considersDraw = ({ dull, offered }: Prospects, ply: number): boolean =>
  ply >= EARLIEST_OFFER && dull >= DULL_MOVES && (offered === undefined || ply - offered >= BETWEEN_OFFERS);

export const considersResigning = ({ hopeless }: Prospects, resignAfter: number): boolean =>
  resignAfter > 0 && hopeless >= resignAfter;

/** Centipawns. */
const DEAD_EQUAL = 20;
const LOST = -700;

export const isDeadEqual = (score: Score): boolean => score.kind === 'cp' && Math.abs(score.cp) <= DEAD_EQUAL;

export function isLost(score: Score, side: Color): boolean {
  const own = turnScore(score, side);
  return own.kind === 'mate' ? own.mate < 0 : own.cp <= LOST;
}

/** A threefold repetition is claimed unless our expected score is higher. */
const CONTENT = 0.55;

export const isContentWithDraw = (forecast: Forecast): boolean => expectedScore(forecast) <= CONTENT;
