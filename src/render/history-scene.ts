import type { Color } from 'chessops/types';
import type { Phase } from '../chess/game.ts';
import type { ReviewGlyph } from './glyphs.ts';
import type { SurroundingsName, ThemeName } from './theme.ts';

export const HISTORY_WIDTH = { min: 400, max: 1600, usual: 900 };

/** A game as a curve. Plies are counted from the usual starting position: 1 is White's first move. */
export interface HistoryScene {
  /** In any order; of two with one ply the later counts. */
  points: readonly HistoryPoint[];
  /** The ply of the position that the game began with; 0 if nothing is said. */
  start?: number;
  phases?: readonly PhaseBand[];
  /** The ply that is shown elsewhere. */
  selected?: number;
  players?: Record<Color, HistoryPlayer>;
  title?: string;
  caption?: string;
  width?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
}

export interface HistoryPoint {
  /** The position after this many half-moves. */
  ply: number;
  /** White's, in [0,1]; null for a position that was not evaluated. */
  winrate: number | null;
  /** The move that led here: `23…Rd8`. */
  label?: string;
  glyph?: ReviewGlyph;
  /** What the move took. Bars are drawn if any point has this. */
  seconds?: number | null;
  /** How hard the position before was for people, in [0,1]. A line is drawn if any point has this. */
  difficulty?: number | null;
}

/** The moves `from` to `to`, both included, as plies. */
export interface PhaseBand {
  phase: Phase;
  from: number;
  to: number;
  /** Which endgame: `Rook endgame`, `Rook`, `Queen + Two Minor Piece`, `Transitional`. */
  type?: string;
}

export interface HistoryPlayer {
  name: string;
  title?: string;
  rating?: number;
}

/** The side and the number of the move that makes a ply. */
export const moverOf = (ply: number): Color => (ply % 2 === 1 ? 'white' : 'black');
export const moveNumber = (ply: number): number => Math.ceil(ply / 2);
