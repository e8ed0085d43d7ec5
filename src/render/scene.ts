import type { Board } from 'chessops/board';
import type { Color, Square } from 'chessops/types';
import type { Outcome } from '../chess/history.ts';
import { type Ending, endingOf, type Position } from '../chess/position.ts';
import type { Score } from '../chess/score.ts';
import type { Glyph } from './glyphs.ts';
import type { ArrowColour, Hex, SurroundingsName, ThemeName } from './theme.ts';

/** What a board picture shows. The renderer's own words: it knows nothing of engines, reports or Discord. */
export interface Scene {
  board: Board;
  turn: Color;
  /** The side at the bottom; White if nothing is said. */
  orientation?: Color;
  /** Pixels of the board's edge, `SIZE.min` to `SIZE.max`. */
  size?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
  lastMove?: Step;
  /** The king that is in check. */
  check?: Square;
  /** How the game has ended on the board. */
  ending?: Ending;
  selected?: readonly Square[];
  /** The most important first. */
  arrows?: readonly Arrow[];
  badges?: readonly Badge[];
  bar?: Bar;
  players?: Record<Color, Player>;
  caption?: string;
  /** This many half-moves ahead of the game: framed, and said on a ribbon. */
  preview?: number;
}

export const SIZE = { min: 360, max: 1080, usual: 720 };

export interface Step {
  from: Square;
  to: Square;
}

export interface Arrow extends Step {
  /** By name, or a colour of one's own, such as `winrateColour` gives. */
  colour?: ArrowColour | Hex;
  /** 0 the thinnest, 1 the widest. */
  width?: number;
  /** In a disc at the head. */
  number?: number;
  /**
   * In the same place where there is no number: several moves may lead to one square, and a badge is about all of
   * them.
   */
  glyph?: Glyph;
}

export interface Badge {
  square: Square;
  glyph: Glyph;
}

export interface Player {
  name: string;
  title?: string;
  rating?: number;
  /** Seconds left. */
  clock?: number;
  /** Once the game is over. */
  points?: Points;
}

export const POINTS = ['1', '½', '0'] as const;
export type Points = (typeof POINTS)[number];

export const SCALES = ['winrate', 'linear'] as const;
export type Scale = (typeof SCALES)[number];

export const PLACEMENTS = ['vertical', 'horizontal'] as const;
export type Placement = (typeof PLACEMENTS)[number];

export type BarValue = { kind: 'score'; score: Score } | { kind: 'result'; outcome: Outcome; turn: Color };

export interface Bar {
  value: BarValue;
  /** Win rate if nothing is said. */
  scale?: Scale;
  placement?: Placement;
  /** Without the number if `false`. */
  number?: boolean;
}

/** The scene of a position: men, side to move, check and ending; the caller adds the rest. */
export function sceneOf(position: Position, rest: Omit<Scene, 'board' | 'turn' | 'check' | 'ending'> = {}): Scene {
  const { board, turn } = position;
  const king = position.isCheck() ? board.kingOf(turn) : undefined;
  const ending = endingOf(position);
  return { board, turn, ...(king === undefined ? {} : { check: king }), ...(ending && { ending }), ...rest };
}
