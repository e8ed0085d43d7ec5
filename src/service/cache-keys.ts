import { createHash } from 'node:crypto';
import { current, type Game } from '../chess/game.ts';
import { epdOf, fenOf } from '../chess/position.ts';

import { HISTORY_LENGTH } from '../engine/maia3-encoding.ts';

/** A hash of everything that an answer depends on. */
export const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('|')).digest('base64url').slice(0, 32);

/** Stands in every key: a change of the program that changes its answers must change it. */
export const PROGRAM = 3;

/**
 * Everything that a report on a position depends on: what of the game counts for Maia and repetition, the parameters.
 */
export function reportKey(kind: string, game: Game, params: object, engines: string): string {
  const position = current(game);
  const counts = Math.max(HISTORY_LENGTH, position.halfmoves + 1);
  return digest([
    PROGRAM,
    kind,
    engines,
    inOrder(params),
    fenOf(position),
    ...game.positions.slice(-counts).map(epdOf),
  ]);
}

/** The key of a report on a whole game: everything that was asked. */
export const gameReportKey = (kind: string, input: object, params: object, engines: string): string =>
  digest([PROGRAM, kind, engines, inOrder(params), inOrder(input)]);

/** The fields as JSON with their names sorted, so that their order in a request makes no difference. */
const inOrder = (fields: object): string =>
  JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
