import { cut } from '../../../base/text.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { BotContext } from './context.ts';
import type { Requester } from './handler.ts';
import { withPage } from './pages.ts';
import { MAX_CONTENT, type Reply, type Row, withButton } from './reply.ts';
import type { View } from './views.ts';

/** What somebody has found on another's report, and shows to everybody. */

/** The same with a button to show it to everybody. */
export const withShare = (reply: Reply, report: string, state: string, voice: Voice): Reply =>
  withButton(reply, { label: voice.say('button.share'), id: { kind: 'share', report, state } });

/** A copy belongs to whoever shares it: they turn its pages for all, and everybody else their own. */
export async function shared(
  view: View,
  requester: Requester,
  context: BotContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { kind, question, packed } = view.stored;
  // Most have it on the screen already: it is shown again, and only its buttons are other ones.
  const shown = await context.views.show(view, requester, signal);
  const id = context.store.reports.putPacked(packed, { owner: requester.user, kind, question });
  const page = withButtonsOf(id, view.id, shown);
  const reply = view.handler.page ? withPage(page, id, context, requester.voice) : page;
  const lines = [requester.voice.say('share.by', { user: `<@${requester.user}>` }), reply.content];
  return { ...reply, content: cut(lines.filter(Boolean).join('\n'), MAX_CONTENT) };
}

/** What leads to one report leads to another. Its id is nothing that could stand there for something else. */
const withButtonsOf = (id: string, before: string, reply: Reply): Reply =>
  reply.rows ? { ...reply, rows: JSON.parse(JSON.stringify(reply.rows).replaceAll(before, id)) as Row[] } : reply;
