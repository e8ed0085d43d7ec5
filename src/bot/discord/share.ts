import { ComponentType } from 'discord.js';
import { cut } from '../../chess/words.ts';
import type { StoredReport } from '../../store/reports.ts';
import type { Kit } from './commands/command.ts';
import type { Errand, Who } from './errand.ts';
import { buttonRow, MAX_CONTENT, type Reply, type Row } from './reply.ts';
import type { Voice } from './strings/voice.ts';

/** What somebody has found on another's report, and shows to everybody. */

const MAX_BUTTONS = 5;

/** The same with a button to show it to everybody, beside the others where there is room. */
export function withShare(reply: Reply, report: string, state: string, voice: Voice): Reply {
  const own = buttonRow({ label: voice.say('button.share'), id: { kind: 'share', report, state } });
  const rows = reply.rows ?? [];
  const last = rows.at(-1);
  if (!last || !isRoomy(last)) return { ...reply, rows: [...rows, own] };
  const together = { ...last, components: [...last.components, ...own.components] };
  return { ...reply, rows: [...rows.slice(0, -1), together] };
}

const isRoomy = ({ components }: Row): boolean =>
  components.length < MAX_BUTTONS && components.every(({ type }) => type === ComponentType.Button);

/** A copy belongs to whoever shares it: they turn its pages for all, and everybody else their own. */
export async function shared(
  stored: StoredReport,
  { errand, state }: { errand: Errand<unknown>; state: string },
  who: Who,
  { store }: Kit,
): Promise<Reply> {
  const { kind, question, report } = stored;
  const copy = { ...stored, owner: who.user };
  const id = store.reports.put(report, { owner: who.user, kind, question });
  const reply = await errand.show(id, copy, state, who);
  const lines = [who.voice.say('share.by', { user: `<@${who.user}>` }), reply.content];
  return { ...reply, content: cut(lines.filter(Boolean).join('\n'), MAX_CONTENT) };
}
