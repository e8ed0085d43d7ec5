import {
  type ButtonInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import { Fault, type FaultCode, toFault } from '../../../base/fault.ts';
import { makeLink } from '../../../lichess/link.ts';
import type { StoredReport } from '../../../store/reports.ts';
import { orderAbout } from '../analyze/message-menu.ts';
import { handlerOf } from '../handlers.ts';
import { handlePlay } from '../play/handle.ts';
import { stopPicked } from '../watch/unwatch-command.ts';
import type { BotContext } from './context.ts';
import { type CustomId, parseCustomId } from './custom-id.ts';
import { contextFor } from './fetches.ts';
import { parseGameButton } from './game-link.ts';
import { findIn } from './given.ts';
import { type ReportHandler, type ReportRequest, type Requester, reportRequest } from './handler.ts';
import { pageReply, withPage } from './pages.ts';
import { persist } from './problems.ts';
import { buttonRow, payloadOf, type Reply } from './reply.ts';
import { acknowledge, replyEphemeral } from './reply-ephemeral.ts';
import { requesterOf } from './requester.ts';
import { sayFault, sayLimit } from './sentences.ts';
import type { Timing } from './session.ts';
import type { InteractionSessions } from './sessions.ts';
import { shared, withShare } from './share.ts';
import type { View } from './views.ts';

/** What buttons and menus do. They stay on messages for years: whatever they lead to may be gone. */

export interface ButtonContext {
  context: BotContext;
  sessions: InteractionSessions;
  timing: Timing;
}

type Of<K extends CustomId['kind']> = Extract<CustomId, { kind: K }>;

type Pressed = ButtonInteraction | StringSelectMenuInteraction;

export async function handleButton(asked: MessageComponentInteraction, buttonContext: ButtonContext): Promise<void> {
  const requester = requesterOf(asked, buttonContext.context.store);
  if (!asked.isButton() && !asked.isStringSelectMenu())
    return say(asked, requester.voice.say('unknown.button'), buttonContext);
  const id = parseCustomId(asked.customId);
  const [picked = ''] = asked.isStringSelectMenu() ? asked.values : [];
  switch (id?.kind) {
    case 'cancel':
      return cancel(asked, id, requester, buttonContext);
    case 'view':
      return view(asked, id.report, id.state, requester, buttonContext);
    case 'pick':
      return view(asked, id.report, picked, requester, buttonContext);
    case 'page':
      return handOut(asked, id.report, requester, buttonContext);
    case 'share':
      return share(asked, id, requester, buttonContext);
    case 'run':
      return startDerived(asked, id, id.wish, requester, buttonContext);
    case 'rerun':
      return startDerived(asked, id, picked, requester, buttonContext);
    case 'again':
      return start(asked, repeated(id.report, requester, buttonContext.context), buttonContext);
    case 'about':
      return startAbout(asked, id, buttonContext);
    case 'play':
      return handlePlay(asked, id, buttonContext, requester);
    case 'unwatch':
      return say(asked, stopPicked(asked, picked, requester, buttonContext.context), buttonContext);
    default:
      return say(asked, requester.voice.say('unknown.button'), buttonContext);
  }
}

/** A dialog that was filled in: the only one is that for a move. */
export async function handleModal(asked: ModalSubmitInteraction, buttonContext: ButtonContext): Promise<void> {
  const requester = requesterOf(asked, buttonContext.context.store);
  const id = parseCustomId(asked.customId);
  return id?.kind === 'play'
    ? handlePlay(asked, id, buttonContext, requester)
    : say(asked, requester.voice.say('unknown.button'), buttonContext);
}

const say = (
  asked: MessageComponentInteraction | ModalSubmitInteraction,
  reply: Reply | string,
  { timing }: ButtonContext,
): Promise<void> => replyEphemeral(asked, reply, timing.acknowledgePauses);

async function cancel(asked: Pressed, id: Of<'cancel'>, { user, voice }: Requester, buttonContext: ButtonContext) {
  const conversation = buttonContext.sessions.find(id.conversation);
  if (!conversation) return say(asked, voice.say('end.over'), buttonContext);
  if (conversation.asker !== user)
    return say(asked, voice.say('refused.cancel', { user: `<@${conversation.asker}>` }), buttonContext);
  conversation.cancel();
  await persist(() => asked.deferUpdate(), buttonContext.timing.acknowledgePauses);
}

const FIRST = 'first';

/** In place for whoever asked, and for those who look at it alone; others get it for themselves. */
async function view(asked: Pressed, report: string, text: string, requester: Requester, buttonContext: ButtonContext) {
  const { context, timing } = buttonContext;
  const state = text === FIRST ? '' : text;
  const found = shownReport(report, requester, context);
  if (!('handler' in found)) return say(asked, found, buttonContext);
  const { stored, handler } = found;
  const isAlone = asked.message.flags.has(MessageFlags.Ephemeral);
  const inPlace = stored.owner === requester.user || isAlone;
  const defer = () => (inPlace ? asked.deferUpdate() : asked.deferReply({ flags: MessageFlags.Ephemeral }));
  const wanted: View = { handler, id: report, stored, state };
  const admission =
    handler.isCostly?.(state) && !context.views.has(wanted, requester) ? admitted(requester, context) : undefined;
  if (admission?.kind === 'refused')
    return say(asked, sayLimit(requester.voice, admission, context.now()), buttonContext);
  const expired = AbortSignal.timeout(timing.lifeMs);
  let fault: Fault | undefined;
  try {
    await acknowledge(asked, defer, timing.acknowledgePauses);
    const shown = await context.views.show(wanted, requester, expired);
    const page = handler.page ? withPage(shown, report, context, requester.voice) : shown;
    const reply = isAlone || !inPlace ? withShare(page, report, text, requester.voice) : page;
    await persist(() => asked.editReply(payloadOf(reply)), timing.lastWordPauses);
  } catch (error) {
    fault = toFault(error);
    // There is no way left to answer: what was still to be drawn is dropped.
    if (expired.aborted) return;
    // A press that Discord did not let be acknowledged cannot be followed up.
    if (!asked.deferred) throw error;
    // If that cannot be said either, it is still this that went wrong.
    await buttonContext.sessions.whisper(asked, sayFault(requester.voice, fault)).catch(() => undefined);
    if (!PASSING.includes(fault.code)) throw error;
  } finally {
    admission?.end(fault);
  }
}

/** What the owner need not hear of. */
const PASSING: readonly FaultCode[] = ['busy', 'closing', 'too-large'];

const admitted = ({ user, server }: Requester, { limits }: BotContext) =>
  limits.admit({ user, server: server ?? undefined });

function storedReport(id: string, { voice }: Requester, { store }: BotContext): StoredReport | Reply {
  const stored = store.reports.get(id);
  if (!stored) return { content: voice.say('end.forgotten') };
  if (stored !== 'expired') return stored;
  const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report: id } });
  return { content: voice.say('end.expired'), rows: [again] };
}

/** What can be shown, or what is to be said instead. */
function shownReport(
  id: string,
  requester: Requester,
  context: BotContext,
): { stored: StoredReport; handler: ReportHandler<unknown> } | Reply {
  const stored = storedReport(id, requester, context);
  if (!isStored(stored)) return stored;
  const handler = handlerOf(stored.kind, context.handlers);
  return handler ? { stored, handler } : { content: requester.voice.say('unknown.button') };
}

/** A report to walk through, for whoever wants it. */
async function handOut(asked: Pressed, report: string, requester: Requester, buttonContext: ButtonContext) {
  const found = shownReport(report, requester, buttonContext.context);
  if (!('handler' in found)) return say(asked, found, buttonContext);
  const { pages, views } = buttonContext.context;
  const how = { command: 'page', private: true, free: pages.kind === 'link' || views.hasPage(report) };
  await buttonContext.sessions.begin(asked, how, ({ signal }) =>
    pageReply({ ...found, id: report }, buttonContext.context, requester, signal),
  );
}

/** As a reply of its own, by the limits of whoever shares. */
async function share(
  asked: Pressed,
  { report, state }: Of<'share'>,
  requester: Requester,
  buttonContext: ButtonContext,
) {
  const { context, sessions } = buttonContext;
  const found = shownReport(report, requester, context);
  if (!('handler' in found)) return say(asked, found, buttonContext);
  const wanted: View = { ...found, id: report, state: state === FIRST ? '' : state };
  await sessions.begin(asked, { command: 'share' }, ({ signal }) => shared(wanted, requester, context, signal));
}

const isStored = (found: StoredReport | Reply): found is StoredReport => 'owner' in found;

/** A question that begins at a report. Where the report has to be read for that, Discord is told first that it will be. */
async function startDerived(
  asked: Pressed,
  { report, handler: kind }: { report: string; handler: string },
  wish: string,
  requester: Requester,
  buttonContext: ButtonContext,
): Promise<void> {
  const { context, sessions } = buttonContext;
  const stored = storedReport(report, requester, context);
  if (!isStored(stored)) return say(asked, stored, buttonContext);
  const handler = handlerOf(kind, context.handlers);
  const nothing = requester.voice.say('unknown.button');
  if (!handler?.derive) return say(asked, nothing, buttonContext);
  if (!handler.derivesFromReport) {
    const question = handler.derive(stored, wish, requester);
    return start(
      asked,
      question === undefined ? { content: nothing } : reportRequest(handler, question),
      buttonContext,
    );
  }
  await sessions.begin(asked, { command: kind }, async ({ signal }) => {
    const question = await context.views.derive({ handler, stored, wish }, requester, signal);
    if (question === undefined) throw new Fault('bad-input', nothing);
    return reportRequest(handler, question);
  });
}

/** The question of a report once more, or what is to be said instead. It may be from another version of Kibitz. */
function repeated(report: string, { voice }: Requester, context: BotContext): ReportRequest | Reply {
  const asked = context.store.reports.asked(report);
  const handler = asked && handlerOf(asked.kind, context.handlers);
  const question = handler?.question.safeParse(asked?.question);
  return handler && question?.success ? reportRequest(handler, question.data) : { content: voice.say('end.forgotten') };
}

/** In the name of the presser, as a reply of its own. */
async function start(asked: Pressed, order: ReportRequest | Reply, buttonContext: ButtonContext): Promise<void> {
  if (!('handler' in order)) return say(asked, order, buttonContext);
  await buttonContext.sessions.begin(asked, { command: order.handler.kind }, async () => order);
}

/** About a game that was only mentioned: it is fetched first. */
async function startAbout(asked: Pressed, id: Of<'about'>, { context, sessions }: ButtonContext): Promise<void> {
  const { handler } = id;
  await sessions.begin(asked, { command: handler }, async (session, requester) => {
    const found = await findIn(
      makeLink(parseGameButton(id), context.lichessUrl),
      session,
      contextFor(context, requester),
      'game',
    );
    return orderAbout(found, handler, requester, context) ?? { content: requester.voice.say('unknown.button') };
  });
}
