import type { MessageComponentInteraction, ModalSubmitInteraction } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { makeLink } from '../../../lichess/link.ts';
import { contextFor, handlerOf, knownRequest, reportAbout } from './context.ts';
import { parseCustomId } from './custom-id.ts';
import { parseGameButton } from './game-reply.ts';
import { findIn } from './input.ts';
import type { Reply } from './reply.ts';
import {
  type ButtonContext,
  type CustomIdOf,
  findReport,
  handOutPage,
  type Pressed,
  shareState,
  showState,
} from './report-buttons.ts';
import { type Requester, requesterOf } from './requester.ts';
import { retry } from './rest.ts';
import { replyEphemeral } from './send.ts';

/** What buttons and menus do. They stay on messages for years: whatever they lead to may be gone. */

/** What the features do with buttons, menus and dialogs of their own. */
export interface FeatureButtons {
  play(
    pressed: MessageComponentInteraction | ModalSubmitInteraction,
    id: CustomIdOf<'play'>,
    buttonContext: ButtonContext,
    requester: Requester,
  ): Promise<void>;
  /** What is said when it is picked. */
  unwatch(pressed: Pressed, picked: string, requester: Requester, context: ButtonContext['context']): Reply;
}

export async function handleButton(
  pressed: MessageComponentInteraction,
  buttonContext: ButtonContext,
  features: FeatureButtons,
): Promise<void> {
  const { context, timing } = buttonContext;
  const requester = requesterOf(pressed, context.store);
  const id = parseCustomId(pressed.customId);
  if (!id || !(pressed.isButton() || pressed.isStringSelectMenu()))
    return replyEphemeral(pressed, requester.voice.say('unknown.button'), timing.acknowledgePauses);
  const [picked = ''] = pressed.isStringSelectMenu() ? pressed.values : [];
  switch (id.kind) {
    case 'cancel':
      return cancel(pressed, id, requester, buttonContext);
    case 'view':
      return showState(pressed, id.report, id.state, requester, buttonContext);
    case 'pick':
      return showState(pressed, id.report, picked, requester, buttonContext);
    case 'page':
      return handOutPage(pressed, id, requester, buttonContext);
    case 'share':
      return shareState(pressed, id, requester, buttonContext);
    case 'run':
      return runDerived(pressed, id, id.wish, requester, buttonContext);
    case 'rerun':
      return runDerived(pressed, id, picked, requester, buttonContext);
    case 'again':
      return runAgain(pressed, id, requester, buttonContext);
    case 'about':
      return runAbout(pressed, id, buttonContext);
    case 'play':
      return features.play(pressed, id, buttonContext, requester);
    case 'unwatch':
      return say(pressed, features.unwatch(pressed, picked, requester, context), buttonContext);
  }
}

/** A dialog that was filled in: the only one is that for a move. */
export async function handleModal(
  submitted: ModalSubmitInteraction,
  buttonContext: ButtonContext,
  { play }: FeatureButtons,
): Promise<void> {
  const requester = requesterOf(submitted, buttonContext.context.store);
  const id = parseCustomId(submitted.customId);
  return id?.kind === 'play'
    ? play(submitted, id, buttonContext, requester)
    : say(submitted, requester.voice.say('unknown.button'), buttonContext);
}

const say = (
  interaction: MessageComponentInteraction | ModalSubmitInteraction,
  reply: Reply | string,
  { timing }: ButtonContext,
): Promise<void> => replyEphemeral(interaction, reply, timing.acknowledgePauses);

async function cancel(
  pressed: Pressed,
  { conversation }: CustomIdOf<'cancel'>,
  { user, voice }: Requester,
  buttonContext: ButtonContext,
): Promise<void> {
  const session = buttonContext.sessions.find(conversation);
  if (!session) return say(pressed, voice.say('end.over'), buttonContext);
  if (session.asker !== user)
    return say(pressed, voice.say('refused.cancel', { user: `<@${session.asker}>` }), buttonContext);
  session.cancel();
  await retry(() => pressed.deferUpdate(), buttonContext.timing.acknowledgePauses);
}

/** A question that begins at a report. Where the report has to be read for that, the press is acknowledged first. */
async function runDerived(
  pressed: Pressed,
  { report, handler: kind }: { report: string; handler: string },
  wish: string,
  requester: Requester,
  buttonContext: ButtonContext,
): Promise<void> {
  const { context, sessions } = buttonContext;
  const found = findReport(report, requester, context);
  if (found.kind === 'missing') return say(pressed, found.reply, buttonContext);
  const { stored } = found;
  const handler = handlerOf(kind, context);
  const nothing = requester.voice.say('unknown.button');
  if (!handler?.derive) return say(pressed, nothing, buttonContext);
  const known = handler.derivesFromReport ? undefined : handler.derive(stored, wish, requester);
  if (!handler.derivesFromReport && known === undefined) return say(pressed, nothing, buttonContext);
  await sessions.begin(pressed, { command: kind }, async session => {
    const question = known ?? (await context.views.derive({ handler, stored, wish }, requester, session.signal));
    if (question === undefined) throw new Fault('bad-input', nothing);
    return session.report(handler, question);
  });
}

/** The question of a report once more, which may be from another version of Kibitz. */
async function runAgain(
  pressed: Pressed,
  { report }: CustomIdOf<'again'>,
  { voice }: Requester,
  buttonContext: ButtonContext,
): Promise<void> {
  const { context, sessions } = buttonContext;
  const asked = context.store.reports.asked(report);
  const request = asked && knownRequest(asked, context);
  if (!request) return say(pressed, voice.say('end.forgotten'), buttonContext);
  const { handler, question } = request;
  await sessions.begin(pressed, { command: handler.kind }, session => session.report(handler, question));
}

/** A question about a game that was only mentioned: it is fetched first. */
async function runAbout(
  pressed: Pressed,
  id: CustomIdOf<'about'>,
  { context, sessions }: ButtonContext,
): Promise<void> {
  const { handler: kind } = id;
  await sessions.begin(pressed, { command: kind }, async (session, requester) => {
    const link = makeLink(parseGameButton(id), context.lichessUrl);
    const found = await findIn(link, session, contextFor(context, requester), 'game');
    const reply = reportAbout(found, kind, session, context, requester);
    return reply ?? { content: requester.voice.say('unknown.button') };
  });
}
