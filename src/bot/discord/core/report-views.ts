import { Fault } from '../../../base/fault.ts';
import type { TaskOptions } from '../../../base/process-pool.ts';
import { SingleFlight } from '../../../base/single-flight.ts';
import { type KeptReport, type OpenReport, opened } from '../../../store/reports.ts';
import type { TaskPool } from '../../../tasks/tasks.ts';
import { type Reply, withButton } from './reply.ts';
import { type Requester, toPlain } from './requester.ts';

/** What can be done with a stored report of one kind without asking an engine. */
export interface ReportPresenter<Q> {
  /** Names it in the store and in buttons. */
  readonly kind: string;
  /** What the page of its reports is called as a file; undefined where these have none. */
  readonly page?: string;
  /**
   * A stored report in one of its states, such as a page, a move, a side; '' is how it is shown first. Unpacking and
   * drawing take time: in the process of the bot `ReportViews` is asked instead.
   */
  show(id: string, stored: OpenReport, state: string, requester: Requester): Promise<Reply>;
  /**
   * The question behind a button on a report: other parameters, a move to look into. Undefined for a wish that makes no
   * sense.
   */
  derive?(stored: OpenReport, wish: string, requester: Pick<Requester, 'settings'>): Q | undefined;
}

/** A report in one of its states. */
export interface ReportView {
  handler: ReportPresenter<unknown>;
  id: string;
  stored: KeptReport;
  /** '' is how it is shown first. */
  state: string;
}

/** How reports are opened in a browser. */
export type Pages =
  | { kind: 'off' }
  | { kind: 'link'; urlOf(report: string): string }
  /** Undefined for a report that has no page. */
  | { kind: 'file'; make: MakePage };

type MakePage = (
  kept: KeptReport,
  maxBytes: number,
  options: TaskOptions,
) => Promise<Uint8Array | 'too-large' | undefined>;

interface ReportViewsOptions {
  tasks: TaskPool;
  /** The handlers that the processes of the pool know; with any other a report is shown in this process. */
  pooled: readonly ReportPresenter<unknown>[];
  pages?: Pages | undefined;
}

/** What every user may upload: https://discord.com/developers/docs/reference#uploading-files */
const MAX_UPLOAD = 10_000_000;

/** Reports as messages show them, and as pages. What was made last is remembered: a report never changes. */
export class ReportViews {
  readonly #tasks: TaskPool;
  readonly #pooled: readonly ReportPresenter<unknown>[];
  readonly #pages: Pages;
  readonly #replies = new ReplyCache();

  constructor({ tasks, pooled, pages = { kind: 'off' } }: ReportViewsOptions) {
    this.#tasks = tasks;
    this.#pooled = pooled;
    this.#pages = pages;
  }

  /** Whether it can be shown without any work. */
  has(view: ReportView, requester: Requester): boolean {
    return this.#replies.has(keyOf(view, requester));
  }

  /** With a button to open the report in a browser, where it has a page. */
  async show(view: ReportView, requester: Requester, signal: AbortSignal): Promise<Reply> {
    const reply = await this.#reply(view, requester, signal);
    const { handler, id: report } = view;
    const label = requester.voice.say('button.page');
    if (handler.page === undefined || this.#pages.kind === 'off') return reply;
    if (this.#pages.kind === 'link') return withButton(reply, { label, url: this.#pages.urlOf(report) });
    return withButton(reply, { label, id: { kind: 'page', report } });
  }

  #reply(view: ReportView, requester: Requester, signal: AbortSignal): Promise<Reply> {
    const { handler, id, stored, state } = view;
    if (!this.#pooled.includes(handler)) return handler.show(id, opened(stored), state, requester);
    const input = { kind: handler.kind, id, stored, state, requester: toPlain(requester) };
    return this.#replies.get(keyOf(view, requester), signal, wanted =>
      this.#tasks.run('show', input, { owner: requester.user, signal: wanted }),
    );
  }

  /** The question behind a button on a report. */
  async derive(
    { handler, stored, wish }: Pick<ReportView, 'handler' | 'stored'> & { wish: string },
    requester: Requester,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!this.#pooled.includes(handler)) return handler.derive?.(opened(stored), wish, requester);
    const input = { kind: handler.kind, stored, wish, requester: toPlain(requester) };
    return this.#tasks.run('derive', input, { owner: requester.user, signal });
  }

  /** Whether the page can be handed out without any work. */
  hasPage(id: string): boolean {
    return this.#pages.kind === 'link' || this.#replies.has(pageKey(id));
  }

  /** The page as a file; or its link, where a button of an earlier time is pressed after there are links. */
  async page(
    { id, stored, handler: { page: name } }: Omit<ReportView, 'state'>,
    { user, voice }: Requester,
    signal: AbortSignal,
  ): Promise<Reply> {
    const pages = this.#pages;
    if (pages.kind === 'link') return { content: pages.urlOf(id) };
    if (pages.kind === 'off' || name === undefined) return { content: voice.say('unknown.button') };
    const { files: [file] = [] } = await this.#replies.get(pageKey(id), signal, async wanted => {
      const bytes = await pages.make(stored, MAX_UPLOAD, { owner: user, signal: wanted });
      if (bytes === 'too-large') throw new Fault('bad-input', voice.say('page.size', { megabytes: MAX_UPLOAD / 1e6 }));
      return { files: bytes ? [{ name, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }] : [] };
    });
    if (!file) return { content: voice.say('unknown.button') };
    return { content: voice.say('page.file'), files: [file] };
  }
}

/** All that the reply depends on, besides the report. */
const keyOf = ({ id, state }: ReportView, { voice, settings }: Requester): string =>
  JSON.stringify([id, state, voice.locale, settings.theme]);

const pageKey = (id: string): string => JSON.stringify([id]);

/** A dozen long animations, or some hundreds of boards. */
export const MAX_CACHED = 64_000_000;

/** Replies that take work to make, up to a number of bytes. One that several users want at once is made once. */
class ReplyCache {
  /** The first is the one that was wanted longest ago. */
  readonly #kept = new Map<string, { reply: Reply; bytes: number }>();
  readonly #making = new SingleFlight<Reply>();
  #bytes = 0;

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  async get(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Reply>): Promise<Reply> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.reply;
    }
    return this.#making.run(key, signal, async wanted => {
      const reply = await make(wanted);
      this.#keep(key, reply);
      return reply;
    });
  }

  #keep(key: string, reply: Reply): void {
    const bytes = sizeOf(reply);
    this.#kept.set(key, { reply, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= MAX_CACHED) return;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

function sizeOf({ files = [], ...words }: Reply): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, JSON.stringify(words).length);
}
