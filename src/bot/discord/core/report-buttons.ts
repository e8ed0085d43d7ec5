import {
  type ButtonInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import { type Fault, type FaultCode, toFault } from '../../../base/fault.ts';
import { cut } from '../../../base/text.ts';
import type { StoredReport } from '../../../store/reports.ts';
import { type BotContext, handlerOf, type ReportHandler } from './context.ts';
import type { CustomIdOf } from './custom-id.ts';
import { buttonRow, type ComponentRow, MAX_CONTENT, payloadOf, type Reply, withButton } from './reply.ts';
import type { ReportView } from './report-views.ts';
import { type Requester, requesterOf } from './requester.ts';
import { retry } from './rest.ts';
import { acknowledge, replyEphemeral } from './send.ts';
import { sayFault, sayLimit } from './sentences.ts';
import type { SessionTiming } from './session.ts';
import type { InteractionSessions } from './sessions.ts';

/** Buttons and menus that show a stored report: another state of it, a copy for all, its page. */

export interface ButtonContext {
  context: BotContext;
  sessions: InteractionSessions;
  timing: SessionTiming;
}

export type Pressed = ButtonInteraction | StringSelectMenuInteraction;
/** Also a press on a component of a kind that Kibitz does not know, and a dialog that was filled in. */
type AnyPressed = MessageComponentInteraction | ModalSubmitInteraction;

/** A press, and what is needed to answer it. */
export interface Press<I extends AnyPressed = Pressed> extends ButtonContext {
  pressed: I;
  requester: Requester;
  /** At once, to the presser alone. */
  say(reply: Reply | string): Promise<void>;
}

export const pressOf = <I extends AnyPressed>(pressed: I, buttonContext: ButtonContext): Press<I> => ({
  ...buttonContext,
  pressed,
  requester: requesterOf(pressed, buttonContext.context.store),
  say: reply => replyEphemeral(pressed, reply, buttonContext.timing.acknowledgePauses),
});

/** What a button leads to; or what is said where that is gone. */
type Lookup<T> = ({ kind: 'found' } & T) | { kind: 'missing'; reply: Reply };

export function findReport(id: string, { requester: { voice }, context }: Press): Lookup<{ stored: StoredReport }> {
  const stored = context.store.reports.get(id);
  if (!stored) return { kind: 'missing', reply: { content: voice.say('end.forgotten') } };
  if (stored !== 'expired') return { kind: 'found', stored };
  const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report: id } });
  return { kind: 'missing', reply: { content: voice.say('end.expired'), rows: [again] } };
}

/** With the handler that shows it. */
function findShown(id: string, press: Press): Lookup<{ stored: StoredReport; handler: ReportHandler<unknown> }> {
  const found = findReport(id, press);
  if (found.kind === 'missing') return found;
  const handler = handlerOf(found.stored.kind, press.context);
  return handler
    ? { ...found, handler }
    : { kind: 'missing', reply: { content: press.requester.voice.say('unknown.button') } };
}

/** A state as custom ids have it, where nothing may be empty. */
const FIRST = 'first';
const stateIn = (text: string): string => (text === FIRST ? '' : text);

/** Faults that need not be logged. */
const PASSING: readonly FaultCode[] = ['busy', 'closing', 'too-large'];

/** In place for the owner of the report, and where only the presser sees the message; others get it for themselves. */
export async function showState(press: Press, report: string, text: string): Promise<void> {
  const { pressed, requester, context, sessions, timing, say } = press;
  const found = findShown(report, press);
  if (found.kind === 'missing') return say(found.reply);
  const { stored, handler } = found;
  const isAlone = pressed.message.flags.has(MessageFlags.Ephemeral);
  const inPlace = stored.owner === requester.user || isAlone;
  const defer = () => (inPlace ? pressed.deferUpdate() : pressed.deferReply({ flags: MessageFlags.Ephemeral }));
  const view: ReportView = { handler, id: report, stored, state: stateIn(text) };
  const isCounted = handler.isCostly?.(view.state) && !context.views.has(view, requester);
  const { user, server, voice } = requester;
  const admission = isCounted ? context.limits.admit({ user, server: server ?? undefined }) : undefined;
  if (admission?.kind === 'refused') return say(sayLimit(voice, admission, context.now()));
  const expired = AbortSignal.timeout(timing.lifeMs);
  let fault: Fault | undefined;
  try {
    await acknowledge(pressed, defer, timing.acknowledgePauses);
    const shown = await context.views.show(view, requester, expired);
    const share = { label: voice.say('button.share'), id: { kind: 'share' as const, report, state: text } };
    const reply = isAlone || !inPlace ? withButton(shown, share) : shown;
    await retry(() => pressed.editReply(payloadOf(reply)), timing.lastWordPauses);
  } catch (error) {
    fault = toFault(error);
    // There is no way left to answer: what was still to be drawn is dropped.
    if (expired.aborted) return;
    // A press that Discord did not let be acknowledged cannot be followed up.
    if (!pressed.deferred) throw error;
    // If that cannot be said either, it is still this that went wrong.
    await sessions.whisper(pressed, sayFault(voice, fault)).catch(() => undefined);
    if (!PASSING.includes(fault.code)) throw error;
  } finally {
    admission?.end(fault);
  }
}

/** The page of a report as a file, for the presser. */
export async function handOutPage(press: Press, { report }: CustomIdOf<'page'>): Promise<void> {
  const { pressed, requester, context, sessions, say } = press;
  const found = findShown(report, press);
  if (found.kind === 'missing') return say(found.reply);
  const how = { command: 'page', private: true, free: context.views.hasPage(report) };
  await sessions.begin(pressed, how, ({ signal }) => context.views.page({ ...found, id: report }, requester, signal));
}

/** What the presser has found on the report of another, as a message for all; it counts for the presser. */
export async function shareState(press: Press, { report, state }: CustomIdOf<'share'>): Promise<void> {
  const { pressed, requester, context, sessions, say } = press;
  const found = findShown(report, press);
  if (found.kind === 'missing') return say(found.reply);
  const view: ReportView = { ...found, id: report, state: stateIn(state) };
  await sessions.begin(pressed, { command: 'share' }, ({ signal }) => sharedCopy(view, requester, context, signal));
}

/** A copy belongs to the user who shares it: they turn its pages for all, and every other user their own. */
async function sharedCopy(
  view: ReportView,
  requester: Requester,
  context: BotContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { kind, question, packed } = view.stored;
  // Mostly it is on the screen already: the remembered reply is taken, and its buttons are made to lead to the copy.
  const shown = await context.views.show(view, requester, signal);
  const id = context.store.reports.putPacked(packed, { owner: requester.user, kind, question });
  const lines = [requester.voice.say('share.by', { user: `<@${requester.user}>` }), shown.content];
  return { ...withButtonsOf(id, view.id, shown), content: cut(lines.filter(Boolean).join('\n'), MAX_CONTENT) };
}

/** An id is random: nothing else in the rows can look like it. */
const withButtonsOf = (id: string, before: string, reply: Reply): Reply =>
  reply.rows
    ? { ...reply, rows: JSON.parse(JSON.stringify(reply.rows).replaceAll(before, id)) as ComponentRow[] }
    : reply;
