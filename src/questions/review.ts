import { COLORS } from 'chessops/types';
import { z } from 'zod';
import { badInput } from '../base/fault.ts';
import type { Score } from '../chess/score.ts';
import { type PgnGame, parsePgn } from '../input/pgn.ts';
import { type JobOf, limit, modelName, rating } from '../service/jobs.ts';
import { reviewJob } from '../service/review-job.ts';

/** A question about a game, as plain data: kept with its report, and asked again with other values. */

export const ReviewQuestion = z.object({
  /** Read before: it is a game. */
  pgn: z.string(),
  /** Whose side of the board is below. */
  side: z.enum(COLORS),
  limit,
  /** Whom the players are compared with. */
  ratings: z.object({ white: rating, black: rating }),
  model: modelName,
  /** The usual ones where nothing is said about these. */
  maia: z.boolean().optional(),
  /** The evaluations in the file take the place of Stockfish's. */
  useEvals: z.boolean().optional(),
  deterministic: z.boolean().optional(),
  /** Where theory ends, by a book that is not kept. */
  lastBookPly: z.number().int().min(0).optional(),
});
export type ReviewQuestion = z.infer<typeof ReviewQuestion>;

/** Under which the store keeps it. */
export const REVIEW = 'review';

export function reviewedGame({ pgn }: Pick<ReviewQuestion, 'pgn'>): PgnGame {
  const game = parsePgn(pgn, { withoutMoves: true });
  if (!game.ok) throw badInput(game);
  return game.value;
}

export function reviewQuestionJob(question: ReviewQuestion): JobOf<'review'> {
  const { limit, ratings, model, maia = true, useEvals = false, deterministic = false, lastBookPly } = question;
  const game = reviewedGame(question);
  const evals = useEvals ? evalsOf(game) : null;
  const job = reviewJob(game, { limit, ratings, maia }, { evals, deterministic });
  const input = lastBookPly === undefined ? job.input : { ...job.input, lastBookPly };
  return { ...job, input, ...(model !== undefined && { model }) };
}

/** What the file says of each move. */
export const evalsOf = ({ notes }: Pick<PgnGame, 'notes'>): (Score | null)[] => notes.map(({ score }) => score ?? null);
