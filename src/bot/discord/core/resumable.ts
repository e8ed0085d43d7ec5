import { z } from 'zod';
import type { LeftBehind } from '../../../store/running.ts';
import type { ReplyAddress } from './reply-target.ts';

/** What is kept of a question for as long as it is being answered: a restart takes it up from there. */

const resumableSchema = z.object({
  command: z.string(),
  server: z.string().nullable(),
  private: z.boolean(),
  reachable: z.boolean(),
  /** Null where only the asker knows what was asked. */
  order: z.object({ errand: z.string(), question: z.unknown() }).nullable(),
});
export type ResumableQuestion = z.infer<typeof resumableSchema>;

/** Undefined for what another version has kept otherwise. */
export const resumableIn = ({ question }: LeftBehind): ResumableQuestion | undefined =>
  resumableSchema.safeParse(question).data;

export const addressIn = (
  { id, token, application, channel, user }: LeftBehind,
  { private: isPrivate, reachable }: ResumableQuestion,
): ReplyAddress => ({ id, token, application, channel, user, private: isPrivate, reachable });
