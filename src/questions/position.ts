import { COLORS } from 'chessops/types';
import { z } from 'zod';
import { DEFAULTS, LEAVES, RESIDUALS } from '../analysis/expected/params.ts';
import { Fault } from '../base/fault.ts';
import { type Game, playUci } from '../chess/game.ts';
import { parsePosition } from '../chess/position.ts';
import { type JobOf, RATING } from '../service/jobs.ts';

/** What somebody wants to know of a position, as plain data: kept with its report, and asked again with other values. */

const rating = z.number().int().min(RATING.min).max(RATING.max);

export const positionQuestion = z.object({
  fen: z.string().max(120),
  moves: z.array(z.string().max(5)).max(600),
  params: z.object({
    threshold: z.number().gt(0).max(1),
    depth: z.number().int().min(1).max(40),
    /** Zero or negative, as in the report. */
    loss: z.number().min(-1).max(0),
    rating,
    opponentRating: rating,
    /** Who says nothing about these has the usual ones. */
    residual: z.enum(RESIDUALS).optional(),
    leaf: z.enum(LEAVES).optional(),
    maxCandidates: z.number().int().min(1).max(256).nullable().optional(),
  }),
  model: z.string().min(1).max(1000).optional(),
  deterministic: z.boolean().optional(),
  /** Where they are known. */
  names: z.partialRecord(z.enum(COLORS), z.string().max(300)),
  /** Whose side of the board is below; that of whoever is to move if nothing is said. */
  side: z.enum(COLORS).optional(),
});
export type PositionQuestion = z.infer<typeof positionQuestion>;

/** Under which the store keeps it. */
export const POSITION = 'analyze';

export function positionJob({ fen, moves, params, model, deterministic = false }: PositionQuestion): JobOf<'expected'> {
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
export function gameOf({ fen, moves }: PositionQuestion): Game {
  const start = parsePosition(fen);
  const game = start.ok ? playUci(start.value, moves) : undefined;
  if (!game) throw new Fault('internal', `no game: ${fen} ${moves.join(' ')}`);
  return game;
}
