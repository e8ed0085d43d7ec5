import { voiceOf } from '../../../present/catalogue/voice.ts';
import { type KeptReport, opened } from '../../../store/reports.ts';
import type { TaskPool } from '../../../tasks/pool.ts';
import { HANDLERS, handlerOf } from '../handlers.ts';
import type { ReportHandler, Requester } from './handler.ts';
import type { Pages } from './pages.ts';
import type { Reply } from './reply.ts';
import { ReplyCache } from './reply-cache.ts';

/** A report in one of its states. */
export interface View {
  handler: ReportHandler<unknown>;
  id: string;
  stored: KeptReport;
  /** '' is how it is shown first. */
  state: string;
}

/** Somebody, as plain data. */
type PlainWho = Omit<Requester, 'voice'> & { locale: string };

const plain = ({ voice: { locale }, ...requester }: Requester): PlainWho => ({ ...requester, locale });
const spoken = ({ locale, ...requester }: PlainWho): Requester => ({ ...requester, voice: voiceOf(locale) });

/** What a process of the pool needs to show a report, or to find the question behind a button on it. */
export interface Asked {
  kind: string;
  stored: KeptReport;
  requester: PlainWho;
}
export type AskedView = Asked & { id: string; state: string };
export type AskedQuestion = Asked & { wish: string };

const known = (kind: string): ReportHandler<unknown> => handlerOf(kind, HANDLERS) as ReportHandler<unknown>;

/** In a process of the pool. */
export const showAsked = ({ kind, id, stored, state, requester }: AskedView): Promise<Reply> =>
  known(kind).show(id, opened(stored), state, spoken(requester));

export const deriveAsked = ({ kind, stored, wish, requester }: AskedQuestion): unknown =>
  known(kind).derive?.(opened(stored), wish, spoken(requester));

/** Reports as messages show them. What was made of late is remembered: a report never changes. */
export class Views {
  readonly #tasks: TaskPool;
  readonly #replies = new ReplyCache();

  constructor(tasks: TaskPool) {
    this.#tasks = tasks;
  }

  /** Whether it can be shown without any work. */
  has(view: View, requester: Requester): boolean {
    return this.#replies.has(keyOf(view, requester));
  }

  show(view: View, requester: Requester, signal: AbortSignal): Promise<Reply> {
    const { handler, id, stored, state } = view;
    // Of one that is not ours the processes know nothing.
    if (known(handler.kind) !== handler) return handler.show(id, opened(stored), state, requester);
    return this.#replies.get(keyOf(view, requester), signal, wanted =>
      this.#tasks.run(
        'show',
        { kind: handler.kind, id, stored, state, requester: plain(requester) },
        { owner: requester.user, signal: wanted },
      ),
    );
  }

  /** The question behind a button on a report. */
  async derive(
    { handler, stored, wish }: Pick<View, 'handler' | 'stored'> & { wish: string },
    requester: Requester,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (known(handler.kind) !== handler) return handler.derive?.(opened(stored), wish, requester);
    return this.#tasks.run(
      'derive',
      { kind: handler.kind, stored, wish, requester: plain(requester) },
      { owner: requester.user, signal },
    );
  }

  hasPage(id: string): boolean {
    return this.#replies.has(pageKey(id));
  }

  /** The page of a report as a file; undefined for one that has no page. */
  async page(
    { id, stored, make }: Pick<View, 'id' | 'stored'> & { make: MakePage },
    { user }: Requester,
    signal: AbortSignal,
  ): Promise<Buffer | undefined> {
    const { files = [] } = await this.#replies.get(pageKey(id), signal, async wanted => {
      const bytes = await make(stored, { owner: user, signal: wanted });
      return { files: bytes ? [{ name: id, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }] : [] };
    });
    return files[0]?.bytes;
  }
}

type MakePage = Extract<Pages, { kind: 'file' }>['make'];

/** All that what is shown depends on, besides the report. */
const keyOf = ({ id, state }: View, { voice, settings }: Requester): string =>
  JSON.stringify([id, state, voice.locale, settings.theme]);

const pageKey = (id: string): string => JSON.stringify([id]);
