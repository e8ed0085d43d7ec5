import { Fault } from '../../../base/fault.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { KeptReport } from '../../../store/reports.ts';
import type { TaskOptions } from '../../../tasks/pool.ts';
import type { BotContext } from './context.ts';
import type { Requester } from './handler.ts';
import { type Reply, withButton } from './reply.ts';
import type { View } from './views.ts';

/** Reports to walk through in a browser. */

export type Pages =
  | { kind: 'off' }
  | { kind: 'link'; urlOf(report: string): string }
  /** Undefined for a report that has no page. */
  | { kind: 'file'; make(kept: KeptReport, options: TaskOptions): Promise<Uint8Array | undefined> };

export const NO_PAGES: Pages = { kind: 'off' };

/** What everybody may upload: https://discord.com/developers/docs/reference#uploading-files */
const MAX_BYTES = 10_000_000;

/** The same with a button that opens the report in a browser, as whoever runs Kibitz wants it. */
export function withPage(reply: Reply, report: string, { pages }: Pick<BotContext, 'pages'>, voice: Voice): Reply {
  const label = voice.say('button.page');
  switch (pages.kind) {
    case 'off':
      return reply;
    case 'link':
      return withButton(reply, { label, url: pages.urlOf(report) });
    case 'file':
      return withButton(reply, { label, id: { kind: 'page', report } });
  }
}

/** The file, for whoever pressed the button; or the link, where it is pressed after there are links. */
export async function pageReply(
  { id, stored, handler: { page: name } }: Pick<View, 'id' | 'stored' | 'handler'>,
  { pages, views }: Pick<BotContext, 'pages' | 'views'>,
  requester: Requester,
  signal: AbortSignal,
): Promise<Reply> {
  const { voice } = requester;
  if (pages.kind === 'link') return { content: pages.urlOf(id) };
  const bytes =
    pages.kind === 'file' ? await views.page({ id, stored, make: pages.make }, requester, signal) : undefined;
  if (!bytes || name === undefined) return { content: voice.say('unknown.button') };
  if (bytes.length > MAX_BYTES) throw new Fault('bad-input', voice.say('page.size', { megabytes: MAX_BYTES / 1e6 }));
  return { content: voice.say('page.file'), files: [{ name, bytes }] };
}
