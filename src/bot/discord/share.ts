import { cut } from '../../chess/words.ts';
import type { StoredReport } from '../../store/reports.ts';
import type { Kit } from './commands/command.ts';
import type { Errand, Who } from './errand.ts';
import { withPage } from './pages.ts';
import { MAX_CONTENT, type Reply, withButton } from './reply.ts';
import type { Voice } from './strings/voice.ts';

/** What somebody has found on another's report, and shows to everybody. */

/** The same with a button to show it to everybody. */
export const withShare = (reply: Reply, report: string, state: string, voice: Voice): Reply =>
  withButton(reply, { label: voice.say('button.share'), id: { kind: 'share', report, state } });

/** A copy belongs to whoever shares it: they turn its pages for all, and everybody else their own. */
export async function shared(
  stored: StoredReport,
  { errand, state }: { errand: Errand<unknown>; state: string },
  who: Who,
  kit: Kit,
): Promise<Reply> {
  const { kind, question, report } = stored;
  const copy = { ...stored, owner: who.user };
  const id = kit.store.reports.put(report, { owner: who.user, kind, question });
  const page = await errand.show(id, copy, state, who);
  const reply = errand.page ? withPage(page, id, kit, who.voice) : page;
  const lines = [who.voice.say('share.by', { user: `<@${who.user}>` }), reply.content];
  return { ...reply, content: cut(lines.filter(Boolean).join('\n'), MAX_CONTENT) };
}
