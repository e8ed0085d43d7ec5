import type { Found } from '../../../lichess/find.ts';
import { type BotContext, type CommandSession, handlerOf, type ReportHandler, type Session } from './context.ts';
import type { Reply } from './reply.ts';
import type { Requester } from './requester.ts';

/** A question with the handler that answers it. */
export interface ReportRequest {
  readonly handler: ReportHandler<unknown>;
  readonly question: unknown;
}

/** A question that was stored; undefined for one of another version of Kibitz. */
export function knownRequest(
  { kind, question }: { kind: string; question: unknown },
  context: Pick<BotContext, 'handlers'>,
): ReportRequest | undefined {
  const handler = handlerOf(kind, context);
  const known = handler?.question.safeParse(question);
  return handler && known?.success ? { handler, question: known.data } : undefined;
}

/** The answer to the usual question of a handler; undefined where there is no such handler. */
export function reportAbout(
  found: Found,
  kind: string,
  session: CommandSession,
  context: BotContext,
  requester: Requester,
): Promise<Reply> | undefined {
  const handler = handlerOf(kind, context);
  return handler?.about && session.report(handler, handler.about(found, requester, context));
}

/** Makes a report, keeps it, and shows it. */
export async function makeReport<Q>(
  handler: ReportHandler<Q>,
  question: Q,
  session: Session,
  context: BotContext,
  requester: Requester,
): Promise<Reply> {
  const packed = await handler.run(question, session, context, requester);
  const about = { owner: requester.user, kind: handler.kind, question };
  const id = context.store.reports.putPacked(packed, about);
  const stored = { ...about, packed, created: context.now() };
  return context.views.show({ handler, id, stored, state: '' }, requester, session.signal);
}
