import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { makeLink } from '../../../lichess/link.ts';
import { contextFor, handlerOf, knownRequest, reportAbout } from './context.ts';
import { type CustomIdOf, parseCustomId } from './custom-id.ts';
import { parseGameButton } from './game-reply.ts';
import { findIn } from './input.ts';
import type { Reply } from './reply.ts';
import {
  type ButtonContext,
  findReport,
  handOutPage,
  type Press,
  pressOf,
  shareState,
  showState,
} from './report-buttons.ts';
import { retry } from './rest.ts';

/** What buttons and menus do. They stay on messages for years: whatever they lead to may be gone. */

/** What the features do with buttons, menus and dialogs of their own. */
export interface FeatureButtons {
  play(press: Press<MessageComponentInteraction | ModalSubmitInteraction>, id: CustomIdOf<'play'>): Promise<void>;
  /** What is said when it is picked. */
  unwatch(press: Press, picked: string): Reply;
}

export async function handleButton(
  pressed: MessageComponentInteraction,
  buttonContext: ButtonContext,
  features: FeatureButtons,
): Promise<void> {
  const id = parseCustomId(pressed.customId);
  if (!id || !(pressed.isButton() || pressed.isStringSelectMenu())) return sayUnknown(pressOf(pressed, buttonContext));
  const press = pressOf(pressed, buttonContext);
  const [picked = ''] = pressed.isStringSelectMenu() ? pressed.values : [];
  switch (id.kind) {
    case 'cancel':
      return cancel(press, id);
    case 'view':
      return showState(press, id.report, id.state);
    case 'pick':
      return showState(press, id.report, picked);
    case 'page':
      return handOutPage(press, id);
    case 'share':
      return shareState(press, id);
    case 'run':
      return runDerived(press, id, id.wish);
    case 'rerun':
      return runDerived(press, id, picked);
    case 'again':
      return runAgain(press, id);
    case 'about':
      return runAbout(press, id);
    case 'play':
      return features.play(press, id);
    case 'unwatch':
      return press.say(features.unwatch(press, picked));
  }
}

/** A dialog that was filled in: the only one is that for a move. */
export async function handleModal(
  submitted: ModalSubmitInteraction,
  buttonContext: ButtonContext,
  { play }: FeatureButtons,
): Promise<void> {
  const press = pressOf(submitted, buttonContext);
  const id = parseCustomId(submitted.customId);
  return id?.kind === 'play' ? play(press, id) : sayUnknown(press);
}

const sayUnknown = ({ say, requester }: Pick<Press, 'say' | 'requester'>): Promise<void> =>
  say(requester.voice.say('unknown.button'));

async function cancel(press: Press, { conversation }: CustomIdOf<'cancel'>): Promise<void> {
  const { pressed, requester, sessions, timing, say } = press;
  const { user, voice } = requester;
  const session = sessions.find(conversation);
  if (!session) return say(voice.say('end.over'));
  if (session.asker !== user) return say(voice.say('refused.cancel', { user: `<@${session.asker}>` }));
  session.cancel();
  await retry(() => pressed.deferUpdate(), timing.acknowledgePauses);
}

/** A question that begins at a report. Where the report has to be read for that, the press is acknowledged first. */
async function runDerived(
  press: Press,
  { report, handler: kind }: { report: string; handler: string },
  wish: string,
): Promise<void> {
  const { pressed, requester, context, sessions, say } = press;
  const found = findReport(report, press);
  if (found.kind === 'missing') return say(found.reply);
  const { stored } = found;
  const handler = handlerOf(kind, context);
  const known = handler?.derivesFromReport ? undefined : handler?.derive?.(stored, wish, requester);
  if (!handler?.derive || (!handler.derivesFromReport && known === undefined)) return sayUnknown(press);
  await sessions.begin(pressed, { command: kind }, async session => {
    const question = known ?? (await context.views.derive({ handler, stored, wish }, requester, session.signal));
    if (question === undefined) throw new Fault('bad-input', requester.voice.say('unknown.button'));
    return session.report(handler, question);
  });
}

/** The question of a report once more, which may be from another version of Kibitz. */
async function runAgain(press: Press, { report }: CustomIdOf<'again'>): Promise<void> {
  const { pressed, requester, context, sessions, say } = press;
  const asked = context.store.reports.asked(report);
  const request = asked && knownRequest(asked, context);
  if (!request) return say(requester.voice.say('end.forgotten'));
  const { handler, question } = request;
  await sessions.begin(pressed, { command: handler.kind }, session => session.report(handler, question));
}

/** A question about a game that was only mentioned: it is fetched first. */
async function runAbout({ pressed, context, sessions }: Press, id: CustomIdOf<'about'>): Promise<void> {
  const { handler: kind } = id;
  await sessions.begin(pressed, { command: kind }, async (session, requester) => {
    const link = makeLink(parseGameButton(id), context.lichessUrl);
    const found = await findIn(link, session, contextFor(context, requester), 'game');
    const reply = reportAbout(found, kind, session, context, requester);
    return reply ?? { content: requester.voice.say('unknown.button') };
  });
}
