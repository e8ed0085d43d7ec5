import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NormalMove } from 'chessops/types';
import { after, moveOf, type Position } from '../src/chess/position.ts';
import { positionOf } from '../test/support/positions.ts';

/** A puzzle as Lichess publishes them: the opponent errs, and the solution begins. */
export interface Puzzle {
  before: Position;
  opponent: NormalMove;
  position: Position;
  solution: NormalMove;
  themes: ReadonlySet<string>;
}

/** Where the puzzles lie, if KIBITZ_DATA names a folder of samples. */
export const puzzlesFile = (): string | undefined =>
  process.env.KIBITZ_DATA && join(process.env.KIBITZ_DATA, 'lichess-puzzles-3000.csv');

/** Columns: PuzzleId, FEN, Moves, Rating, RatingDeviation, Popularity, NbPlays, Themes, GameUrl; none has a comma in it. */
export function readPuzzles(file: string): Puzzle[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => {
    const [, fen = '', moves = '', , , , , themes = ''] = line.split(',');
    const before = positionOf(fen);
    const [first = '', second = ''] = moves.split(' ');
    const opponent = legal(before, first);
    const position = after(before, opponent);
    return { before, opponent, position, solution: legal(position, second), themes: new Set(themes.split(' ')) };
  });
}

function legal(position: Position, uci: string): NormalMove {
  const move = moveOf(position, uci);
  if (!move) throw new Error(`${uci} is not legal`);
  return move;
}
