import { z } from 'zod';

/** What Lichess sends, as far as Kibitz reads it. */

/** With an answer 429, sometimes: which limit it was, and for how long. */
export const rateLimitBody = z.object({ ratelimit: z.object({ seconds: z.number().positive() }) });
