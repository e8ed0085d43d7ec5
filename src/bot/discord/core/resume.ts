import type { Logger } from 'pino';
import { type Voice, voiceOf } from '../../../present/catalogue/voice.ts';
import type { LeftBehind } from '../../../store/running.ts';
import { handlerOf } from '../handlers.ts';
import type { BotContext } from './context.ts';
import { type ReportRequest, reportRequest } from './handler.ts';
import { persist } from './problems.ts';
import { buttonRow, type Reply } from './reply.ts';
import { type DiscordClients, openReplyTarget, type ReplyTarget } from './reply-target.ts';
import { makeRequester } from './requester.ts';
import { addressIn, type ResumableQuestion, resumableIn } from './resumable.ts';
import type { Timing } from './session.ts';
import type { InteractionSessions } from './sessions.ts';

interface ResumeOptions extends DiscordClients {
  context: BotContext;
  sessions: InteractionSessions;
  log: Logger;
  timing: Timing;
}

/** Who has waited for longer does not wait any more. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** What two processes have died over will not be tried on a third. */
const MAX_DEATHS = 1;

/** A question that a process has died over: it is answered by this one, or there is an apology. */
export async function resume(left: LeftBehind, options: ResumeOptions): Promise<void> {
  const { context, sessions, log, timing } = options;
  const kept = resumableIn(left);
  const age = context.now() - left.begun;
  const order = kept && orderIn(kept, context);
  log.info({ id: left.id, deaths: left.deaths, command: kept?.command }, 'a question from before the restart');
  if (!kept || age > MAX_AGE_MS) return context.store.running.end(left.id);
  const address = addressIn(left, kept);
  if (!order || !left.answerable || left.deaths > MAX_DEATHS) {
    const sorry = apology(left, order, context, voiceOf(left.locale));
    // Whatever becomes of it: there is no third try.
    context.store.running.end(left.id);
    return say(sorry, openReplyTarget(address, options), left.answerable, timing.lastWordPauses);
  }
  const caller = {
    ...{ address, requester: makeRequester(left.user, kept.server, left.locale, context.store), locale: left.locale },
    ...{ how: { command: kept.command }, acknowledge: async () => undefined, resumed: true },
  };
  await sessions.hold(caller, async () => order, { ...timing, lifeMs: Math.max(0, timing.lifeMs - age) });
}

function orderIn({ order }: ResumableQuestion, { handlers }: BotContext): ReportRequest | undefined {
  const handler = order && handlerOf(order.errand, handlers);
  const question = handler?.question.safeParse(order?.question);
  return handler && question?.success ? reportRequest(handler, question.data) : undefined;
}

/** With a button where Kibitz knows what was asked. */
function apology(
  { user: owner }: LeftBehind,
  order: ReportRequest | undefined,
  { store }: BotContext,
  voice: Voice,
): Reply {
  if (!order) return { content: voice.say('end.lost') };
  const report = store.reports.put(null, { owner, kind: order.handler.kind, question: order.question });
  const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report } });
  return { content: voice.say('end.interrupted'), rows: [again] };
}

const say = (reply: Reply, line: ReplyTarget, answerable: boolean, pauses: readonly number[]): Promise<void> =>
  persist(() => (answerable ? line.edit(reply) : line.send(reply)), pauses);
