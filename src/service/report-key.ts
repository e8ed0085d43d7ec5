import { current, type Game } from '../chess/game.ts';
import { epdOf, fenOf } from '../chess/position.ts';
import { HISTORY_LENGTH } from '../engine/encode.ts';
import { digest } from './digest.ts';

/** Stands in every key: a change of the program that changes its answers must change it. */
export const PROGRAM = 2;

/** Everything that a report depends on: the position, what of the game counts for Maia and repetition, the parameters. */
export function reportKey(kind: string, game: Game, params: object, engines: string): string {
  const position = current(game);
  const counts = Math.max(HISTORY_LENGTH, position.halfmoves + 1);
  const settings = JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
  return digest([PROGRAM, kind, engines, settings, fenOf(position), ...game.positions.slice(-counts).map(epdOf)]);
}
