import { z } from 'zod';

/** What Lichess sends, as far as Kibitz reads it. */

/** With an answer 429, sometimes: which limit it was, and for how long. */
export const rateLimitBody = z.object({ ratelimit: z.object({ seconds: z.number().positive() }) });

/** GET /api/user/{username}. Storms and the like have no rating, and closed accounts nothing but a name. */
export const userBody = z.object({
  username: z.string(),
  disabled: z.boolean().optional(),
  perfs: z.record(z.string(), z.object({ games: z.number().optional(), rating: z.number().optional() })).default({}),
});

/** GET /api/puzzle/{id}. The moves are those of the game up to the position that is to be solved. */
export const puzzleBody = z.object({
  game: z.object({ id: z.string().regex(/^[A-Za-z0-9]{8}$/), pgn: z.string() }),
  puzzle: z.object({ initialPly: z.number().int().nonnegative() }),
});
