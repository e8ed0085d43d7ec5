import type { Color } from 'chessops/types';
import type { SurroundingsName, ThemeName } from './theme.ts';

export const CHART_WIDTH = { min: 400, max: 1600, usual: 900 };

/** Moves side by side. Win rates are the player's, in [0,1]. */
export interface ChartScene {
  player: Color;
  /** The best first, by whatever they are sorted: their numbers are those of the arrows on a board. */
  candidates: readonly ChartCandidate[];
  /** Further moves that are not among the candidates. */
  more?: number;
  title?: string;
  caption?: string;
  width?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
}

export interface ChartCandidate {
  san: string;
  /** Against people. */
  expected: number;
  /** Stockfish's. */
  winrate: number | null;
  /** Forecast of the result among people, whatever they play. */
  human: number | null;
  /** How many people play the move. */
  maia: number | null;
  /** How often the opponent's reply is a mistake. */
  trap: number | null;
  /** How often the player goes wrong later. */
  risk: number | null;
}
