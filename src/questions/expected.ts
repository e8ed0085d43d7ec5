import { COLORS } from 'chessops/types';
import { z } from 'zod';
import { DEFAULTS } from '../analysis/expected/params.ts';
import { Fault } from '../base/fault.ts';
import { type Game, playUci } from '../chess/game.ts';
import { parsePosition } from '../chess/position.ts';
import { expectedParams, GameInput, type JobOf, modelName } from '../service/jobs.ts';

/** A question about a position, as plain data: kept with its report, and asked again with other values. */

export const expectedQuestion = GameInput.extend({
  /** The usual ones where nothing is said about the last three. */
  params: expectedParams.partial({ residual: true, leaf: true, maxCandidates: true }),
  model: modelName,
  deterministic: z.boolean().optional(),
  /** Where they are known. */
  names: z.partialRecord(z.enum(COLORS), z.string().max(300)),
  /** Whose side of the board is below; the side to move if nothing is said. */
  side: z.enum(COLORS).optional(),
});
export type ExpectedQuestion = z.infer<typeof expectedQuestion>;

/** Under which the store keeps it. */
export const EXPECTED = 'analyze';

export function expectedJob({ fen, moves, params, model, deterministic = false }: ExpectedQuestion): JobOf<'expected'> {
  const { residual = DEFAULTS.residual, leaf = DEFAULTS.leaf, maxCandidates = DEFAULTS.maxCandidates } = params;
  return {
    kind: 'expected',
    input: { fen, moves },
    ...(model !== undefined && { model }),
    params: { ...params, residual, leaf, maxCandidates },
    deterministic,
    trace: false,
    cache: true,
  };
}

/** Only what has been through the front door becomes a question: anything else is our own mistake. */
export function gameOf({ fen, moves }: ExpectedQuestion): Game {
  const start = parsePosition(fen);
  const game = start.ok ? playUci(start.value, moves) : undefined;
  if (!game) throw new Fault('internal', `no game: ${fen} ${moves.join(' ')}`);
  return game;
}
