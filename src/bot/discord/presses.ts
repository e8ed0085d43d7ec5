import {
  type ButtonInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import { Fault, type FaultCode, toFault } from '../../base/fault.ts';
import { makeLink } from '../../lichess/link.ts';
import type { StoredReport } from '../../store/reports.ts';
import { parseAbout } from './about.ts';
import type { Kit } from './commands/command.ts';
import { orderAbout } from './commands/menu.ts';
import { findIn } from './commands/position.ts';
import { stopPicked } from './commands/unwatch.ts';
import type { Timing } from './conversation.ts';
import { type CustomId, parseCustomId } from './custom-id.ts';
import { type Errand, type Order, orderOf, type Who } from './errand.ts';
import { errandOf } from './errands/index.ts';
import { kitFor } from './fetches.ts';
import { pageReply, withPage } from './pages.ts';
import { handlePlay } from './play/handle.ts';
import { persist } from './problems.ts';
import { buttonRow, payloadOf, type Reply } from './reply.ts';
import { shared, withShare } from './share.ts';
import { sayFault, sayLimit } from './strings/sentences.ts';
import type { Talks } from './talks.ts';
import { acknowledge, tell } from './tell.ts';
import type { View } from './views.ts';
import { whoIs } from './who.ts';

/** What buttons and menus do. They stay on messages for years: whatever they lead to may be gone. */

export interface Desk {
  kit: Kit;
  talks: Talks;
  timing: Timing;
}

type Of<K extends CustomId['kind']> = Extract<CustomId, { kind: K }>;

type Pressed = ButtonInteraction | StringSelectMenuInteraction;

export async function press(asked: MessageComponentInteraction, desk: Desk): Promise<void> {
  const who = whoIs(asked, desk.kit.store);
  if (!asked.isButton() && !asked.isStringSelectMenu()) return say(asked, who.voice.say('unknown.button'), desk);
  const id = parseCustomId(asked.customId);
  const [picked = ''] = asked.isStringSelectMenu() ? asked.values : [];
  switch (id?.kind) {
    case 'cancel':
      return cancel(asked, id, who, desk);
    case 'view':
      return view(asked, id.report, id.state, who, desk);
    case 'pick':
      return view(asked, id.report, picked, who, desk);
    case 'page':
      return handOut(asked, id.report, who, desk);
    case 'share':
      return share(asked, id, who, desk);
    case 'run':
      return startDerived(asked, id, id.wish, who, desk);
    case 'rerun':
      return startDerived(asked, id, picked, who, desk);
    case 'again':
      return start(asked, repeated(id.report, who, desk.kit), desk);
    case 'about':
      return startAbout(asked, id, desk);
    case 'play':
      return handlePlay(asked, id, desk, who);
    case 'unwatch':
      return say(asked, stopPicked(asked, picked, who, desk.kit), desk);
    default:
      return say(asked, who.voice.say('unknown.button'), desk);
  }
}

/** A dialog that was filled in: the only one is that for a move. */
export async function submit(asked: ModalSubmitInteraction, desk: Desk): Promise<void> {
  const who = whoIs(asked, desk.kit.store);
  const id = parseCustomId(asked.customId);
  return id?.kind === 'play' ? handlePlay(asked, id, desk, who) : say(asked, who.voice.say('unknown.button'), desk);
}

const say = (
  asked: MessageComponentInteraction | ModalSubmitInteraction,
  reply: Reply | string,
  { timing }: Desk,
): Promise<void> => tell(asked, reply, timing.acknowledgePauses);

async function cancel(asked: Pressed, id: Of<'cancel'>, { user, voice }: Who, desk: Desk) {
  const conversation = desk.talks.find(id.conversation);
  if (!conversation) return say(asked, voice.say('end.over'), desk);
  if (conversation.asker !== user)
    return say(asked, voice.say('refused.cancel', { user: `<@${conversation.asker}>` }), desk);
  conversation.cancel();
  await persist(() => asked.deferUpdate(), desk.timing.acknowledgePauses);
}

const FIRST = 'first';

/** In place for whoever asked, and for those who look at it alone; others get it for themselves. */
async function view(asked: Pressed, report: string, text: string, who: Who, desk: Desk) {
  const { kit, timing } = desk;
  const state = text === FIRST ? '' : text;
  const found = shownReport(report, who, kit);
  if (!('errand' in found)) return say(asked, found, desk);
  const { stored, errand } = found;
  const isAlone = asked.message.flags.has(MessageFlags.Ephemeral);
  const inPlace = stored.owner === who.user || isAlone;
  const defer = () => (inPlace ? asked.deferUpdate() : asked.deferReply({ flags: MessageFlags.Ephemeral }));
  const wanted: View = { errand, id: report, stored, state };
  const admission = errand.isCostly?.(state) && !kit.views.has(wanted, who) ? admitted(who, kit) : undefined;
  if (admission?.kind === 'refused') return say(asked, sayLimit(who.voice, admission, kit.now()), desk);
  const expired = AbortSignal.timeout(timing.lifeMs);
  let fault: Fault | undefined;
  try {
    await acknowledge(asked, defer, timing.acknowledgePauses);
    const shown = await kit.views.show(wanted, who, expired);
    const page = errand.page ? withPage(shown, report, kit, who.voice) : shown;
    const reply = isAlone || !inPlace ? withShare(page, report, text, who.voice) : page;
    await persist(() => asked.editReply(payloadOf(reply)), timing.lastWordPauses);
  } catch (error) {
    fault = toFault(error);
    // There is no way left to answer: what was still to be drawn is dropped.
    if (expired.aborted) return;
    // A press that Discord did not let be acknowledged cannot be followed up.
    if (!asked.deferred) throw error;
    // If that cannot be said either, it is still this that went wrong.
    await desk.talks.whisper(asked, sayFault(who.voice, fault)).catch(() => undefined);
    if (!PASSING.includes(fault.code)) throw error;
  } finally {
    admission?.end(fault);
  }
}

/** What the owner need not hear of. */
const PASSING: readonly FaultCode[] = ['busy', 'closing', 'too-large'];

const admitted = ({ user, server }: Who, { limits }: Kit) => limits.admit({ user, server: server ?? undefined });

function storedReport(id: string, { voice }: Who, { store }: Kit): StoredReport | Reply {
  const stored = store.reports.get(id);
  if (!stored) return { content: voice.say('end.forgotten') };
  if (stored !== 'expired') return stored;
  const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report: id } });
  return { content: voice.say('end.expired'), rows: [again] };
}

/** What can be shown, or what is to be said instead. */
function shownReport(id: string, who: Who, kit: Kit): { stored: StoredReport; errand: Errand<unknown> } | Reply {
  const stored = storedReport(id, who, kit);
  if (!isStored(stored)) return stored;
  const errand = errandOf(stored.kind, kit.errands);
  return errand ? { stored, errand } : { content: who.voice.say('unknown.button') };
}

/** A report to walk through, for whoever wants it. */
async function handOut(asked: Pressed, report: string, who: Who, desk: Desk) {
  const found = shownReport(report, who, desk.kit);
  if (!('errand' in found)) return say(asked, found, desk);
  const { pages, views } = desk.kit;
  const how = { command: 'page', private: true, free: pages.kind === 'link' || views.hasPage(report) };
  await desk.talks.begin(asked, how, ({ signal }) => pageReply({ ...found, id: report }, desk.kit, who, signal));
}

/** As a reply of its own, by the limits of whoever shares. */
async function share(asked: Pressed, { report, state }: Of<'share'>, who: Who, desk: Desk) {
  const { kit, talks } = desk;
  const found = shownReport(report, who, kit);
  if (!('errand' in found)) return say(asked, found, desk);
  const wanted: View = { ...found, id: report, state: state === FIRST ? '' : state };
  await talks.begin(asked, { command: 'share' }, ({ signal }) => shared(wanted, who, kit, signal));
}

const isStored = (found: StoredReport | Reply): found is StoredReport => 'owner' in found;

/** A question that begins at a report. Where the report has to be read for that, Discord is told first that it will be. */
async function startDerived(
  asked: Pressed,
  { report, errand: kind }: { report: string; errand: string },
  wish: string,
  who: Who,
  desk: Desk,
): Promise<void> {
  const { kit, talks } = desk;
  const stored = storedReport(report, who, kit);
  if (!isStored(stored)) return say(asked, stored, desk);
  const errand = errandOf(kind, kit.errands);
  const nothing = who.voice.say('unknown.button');
  if (!errand?.derive) return say(asked, nothing, desk);
  if (!errand.derivesFromReport) {
    const question = errand.derive(stored, wish, who);
    return start(asked, question === undefined ? { content: nothing } : orderOf(errand, question), desk);
  }
  await talks.begin(asked, { command: kind }, async ({ signal }) => {
    const question = await kit.views.derive({ errand, stored, wish }, who, signal);
    if (question === undefined) throw new Fault('bad-input', nothing);
    return orderOf(errand, question);
  });
}

/** The question of a report once more, or what is to be said instead. It may be from another version of Kibitz. */
function repeated(report: string, { voice }: Who, kit: Kit): Order | Reply {
  const asked = kit.store.reports.asked(report);
  const errand = asked && errandOf(asked.kind, kit.errands);
  const question = errand?.question.safeParse(asked?.question);
  return errand && question?.success ? orderOf(errand, question.data) : { content: voice.say('end.forgotten') };
}

/** In the name of the presser, as a reply of its own. */
async function start(asked: Pressed, order: Order | Reply, desk: Desk): Promise<void> {
  if (!('errand' in order)) return say(asked, order, desk);
  await desk.talks.begin(asked, { command: order.errand.kind }, async () => order);
}

/** About a game that was only mentioned: it is fetched first. */
async function startAbout(asked: Pressed, id: Of<'about'>, { kit, talks }: Desk): Promise<void> {
  const { errand } = id;
  await talks.begin(asked, { command: errand }, async (talk, who) => {
    const found = await findIn(makeLink(parseAbout(id), kit.lichessUrl), talk, kitFor(kit, who), 'game');
    return orderAbout(found, errand, who, kit) ?? { content: who.voice.say('unknown.button') };
  });
}
