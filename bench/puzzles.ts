import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NormalMove } from 'chessops/types';
import { playUci } from '../src/chess/game.ts';
import type { Position } from '../src/chess/position.ts';
import { positionOf } from '../test/support/positions.ts';

/** A puzzle as Lichess publishes them: the opponent errs, and the solution begins. */
export interface Puzzle {
  before: Position;
  opponent: NormalMove;
  /** Where the solver is to move, and what he plays. */
  solution: readonly { position: Position; move: NormalMove }[];
  themes: ReadonlySet<string>;
}

/** Where the puzzles lie, if KIBITZ_DATA names a folder of samples. */
export const puzzlesFile = (): string | undefined =>
  process.env.KIBITZ_DATA && join(process.env.KIBITZ_DATA, 'lichess-puzzles-3000.csv');

/**
 * Columns: PuzzleId, FEN, Moves, Rating, RatingDeviation, Popularity, NbPlays, Themes, GameUrl; none has a comma in it.
 */
export function readPuzzles(file: string): Puzzle[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => {
    const [, fen = '', moves = '', , , , , themes = ''] = line.split(',');
    const before = positionOf(fen);
    const game = playUci(before, moves.split(' '));
    if (!game) throw new Error(`${moves} cannot be played from ${fen}`);
    const solution = game.moves.flatMap((move, ply) =>
      ply % 2 === 1 ? [{ position: game.positions[ply] as Position, move }] : [],
    );
    return { before, opponent: game.moves[0] as NormalMove, solution, themes: new Set(themes.split(' ')) };
  });
}
