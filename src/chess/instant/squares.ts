import type { Color, Square } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';

export const TABLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king', 'king-endgame'] as const;
export type Table = (typeof TABLES)[number];

/** 0 at the edge of the board, 3 on the two lines in the middle. */
const centre = (line: number): number => Math.min(line, 7 - line);

const SEVENTH = 6;

/**
 * What a square is worth to a man, in centipawns. No table is copied from an engine or an article: each is drawn from
 * two ideas, how near the middle and how far ahead, with factors near those of a fit to games (docs/decisions.md).
 * Both lines count from 0, the rank from the man's own side.
 */
const FORMULAS: Record<Table, (file: number, rank: number) => number> = {
  // Nothing where pawns start, so that a pawn more at the start is a pawn more.
  pawn: (file, rank) => (rank - 1) * (2 + centre(file)),
  knight: (file, rank) => 5 * (centre(file) + centre(rank)) - 15,
  bishop: (file, rank) => 4 * (centre(file) + centre(rank)) - 12,
  rook: (file, rank) => 3 * centre(file) - 4 + (rank === SEVENTH ? 25 : 0),
  queen: (file, rank) => 2 * (centre(file) + centre(rank)) - 6,
  king: (file, rank) => 30 - 15 * centre(file) - 10 * rank,
  'king-endgame': (file, rank) => 6 * (centre(file) + centre(rank)) - 18,
};

/** No square makes up for a pawn. */
const LIMIT = 50;

const draw = (table: Table): number[] =>
  Array.from({ length: 64 }, (_, square) =>
    Math.max(-LIMIT, Math.min(LIMIT, FORMULAS[table](squareFile(square), squareRank(square)))),
  );

const VALUES = Object.fromEntries(TABLES.map(table => [table, draw(table)])) as Record<Table, number[]>;

/** The square of White's that means to White what this one means to `color`. */
const fromOwnSide = (color: Color, square: Square): Square => (color === 'white' ? square : square ^ 56);

/** The rank counted from a side's own, from 0. */
export const ownRank = (color: Color, square: Square): number => squareRank(fromOwnSide(color, square));

export const squareValue = (table: Table, color: Color, square: Square): number =>
  VALUES[table][fromOwnSide(color, square)] as number;
