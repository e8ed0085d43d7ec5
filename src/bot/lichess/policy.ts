import type { Color } from 'chessops/types';
import { type Score, turnScore } from '../../chess/score.ts';

/** When to resign and when to offer a draw. Both are felt over several moves, and then looked up once. */

/** What is thought of the game at our move, by the forecast for people of these ratings. */
export interface Forecast {
  /** Half-moves played. */
  ply: number;
  win: number;
  draw: number;
  loss: number;
}

export interface Mood {
  /** Our moves in a row without hope, and without anything left to play for. */
  readonly hopeless: number;
  readonly dull: number;
  /** The half-move of our last offer. */
  readonly offered: number | undefined;
}

export const CALM: Mood = { hopeless: 0, dull: 0, offered: undefined };

/** The share of the point that we can expect. */
export const expectedScore = ({ win, draw }: Forecast): number => win + draw / 2;

const HOPELESS = 0.05;
const DULL_DRAW = 0.5;
const DULL_LEAD = 0.1;

export function moodAfter(mood: Mood, forecast: Forecast): Mood {
  const isHopeless = expectedScore(forecast) < HOPELESS;
  const isDull = forecast.draw >= DULL_DRAW && Math.abs(forecast.win - forecast.loss) <= DULL_LEAD;
  return { ...mood, hopeless: isHopeless ? mood.hopeless + 1 : 0, dull: isDull ? mood.dull + 1 : 0 };
}

/** Nobody talks of a draw before: half-moves. */
const EARLIEST_ANSWER = 20;
const EARLIEST_OFFER = 80;
const DULL_MOVES = 6;
/** Half-moves between two offers; Lichess wants 20. */
const BETWEEN_OFFERS = 40;

export const mayTakeDraw = (ply: number): boolean => ply >= EARLIEST_ANSWER;

export const thinksOfDraw = ({ dull, offered }: Mood, ply: number): boolean =>
  ply >= EARLIEST_OFFER && dull >= DULL_MOVES && (offered === undefined || ply - offered >= BETWEEN_OFFERS);

export const thinksOfResigning = ({ hopeless }: Mood, resignAfter: number): boolean =>
  resignAfter > 0 && hopeless >= resignAfter;

/** Centipawns. */
const DEAD_EQUAL = 20;
const LOST = -700;

export const isDeadEqual = (score: Score): boolean => score.kind === 'cp' && Math.abs(score.cp) <= DEAD_EQUAL;

export function isLost(score: Score, side: Color): boolean {
  const own = turnScore(score, side);
  return own.kind === 'mate' ? own.mate < 0 : own.cp <= LOST;
}

/** A repetition is claimed by whoever does not stand to win. */
const CONTENT = 0.55;

export const isContentWithDraw = (forecast: Forecast): boolean => expectedScore(forecast) <= CONTENT;
