import type { Logger } from 'pino';
import type { LeftBehind } from '../../store/running.ts';
import type { Kit } from './commands/command.ts';
import type { Timing } from './conversation.ts';
import { type Order, orderOf } from './errand.ts';
import { errandOf } from './errands/index.ts';
import { addressIn, type Kept, keptIn } from './kept.ts';
import { type Line, openLine, type Wires } from './line.ts';
import { persist } from './problems.ts';
import { buttonRow, type Reply } from './reply.ts';
import { type Voice, voiceOf } from './strings/voice.ts';
import type { Talks } from './talks.ts';
import { makeWho } from './who.ts';

interface ResumeOptions extends Wires {
  kit: Kit;
  talks: Talks;
  log: Logger;
  timing: Timing;
}

/** Who has waited for longer does not wait any more. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** What two processes have died over will not be tried on a third. */
const MAX_DEATHS = 1;

/** A question that a process has died over: it is answered by this one, or there is an apology. */
export async function resume(left: LeftBehind, options: ResumeOptions): Promise<void> {
  const { kit, talks, log, timing } = options;
  const kept = keptIn(left);
  const age = kit.now() - left.begun;
  const order = kept && orderIn(kept, kit);
  log.info({ id: left.id, deaths: left.deaths, command: kept?.command }, 'a question from before the restart');
  if (!kept || age > MAX_AGE_MS) return kit.store.running.end(left.id);
  const address = addressIn(left, kept);
  if (!order || !left.answerable || left.deaths > MAX_DEATHS) {
    const sorry = apology(left, order, kit, voiceOf(left.locale));
    // Whatever becomes of it: there is no third try.
    kit.store.running.end(left.id);
    return say(sorry, openLine(address, options), left.answerable, timing.lastWordPauses);
  }
  const caller = {
    ...{ address, who: makeWho(left.user, kept.server, left.locale, kit.store), locale: left.locale },
    ...{ how: { command: kept.command }, acknowledge: async () => undefined, resumed: true },
  };
  await talks.hold(caller, async () => order, { ...timing, lifeMs: Math.max(0, timing.lifeMs - age) });
}

function orderIn({ order }: Kept, { errands }: Kit): Order | undefined {
  const errand = order && errandOf(order.errand, errands);
  const question = errand?.question.safeParse(order?.question);
  return errand && question?.success ? orderOf(errand, question.data) : undefined;
}

/** With a button where Kibitz knows what was asked. */
function apology({ user: owner }: LeftBehind, order: Order | undefined, { store }: Kit, voice: Voice): Reply {
  if (!order) return { content: voice.say('end.lost') };
  const report = store.reports.put(null, { owner, kind: order.errand.kind, question: order.question });
  const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report } });
  return { content: voice.say('end.interrupted'), rows: [again] };
}

const say = (reply: Reply, line: Line, answerable: boolean, pauses: readonly number[]): Promise<void> =>
  persist(() => (answerable ? line.edit(reply) : line.send(reply)), pauses);
