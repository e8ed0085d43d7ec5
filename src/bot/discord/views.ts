import { type KeptReport, opened } from '../../store/reports.ts';
import type { TaskPool } from '../../tasks/pool.ts';
import type { Errand, Who } from './errand.ts';
import { ERRANDS, errandOf } from './errands/index.ts';
import { KeptReplies } from './kept-replies.ts';
import type { Pages } from './pages.ts';
import type { Reply } from './reply.ts';
import { voiceOf } from './strings/voice.ts';

/** A report in one of its states. */
export interface View {
  errand: Errand<unknown>;
  id: string;
  stored: KeptReport;
  /** '' is how it is shown first. */
  state: string;
}

/** Somebody, as plain data. */
type PlainWho = Omit<Who, 'voice'> & { locale: string };

const plain = ({ voice: { locale }, ...who }: Who): PlainWho => ({ ...who, locale });
const spoken = ({ locale, ...who }: PlainWho): Who => ({ ...who, voice: voiceOf(locale) });

/** What a process of the pool needs to show a report, or to find the question behind a button on it. */
export interface Asked {
  kind: string;
  stored: KeptReport;
  who: PlainWho;
}
export type AskedView = Asked & { id: string; state: string };
export type AskedQuestion = Asked & { wish: string };

const known = (kind: string): Errand<unknown> => errandOf(kind, ERRANDS) as Errand<unknown>;

/** In a process of the pool. */
export const showAsked = ({ kind, id, stored, state, who }: AskedView): Promise<Reply> =>
  known(kind).show(id, opened(stored), state, spoken(who));

export const deriveAsked = ({ kind, stored, wish, who }: AskedQuestion): unknown =>
  known(kind).derive?.(opened(stored), wish, spoken(who));

/** Reports as messages show them. What was made of late is remembered: a report never changes. */
export class Views {
  readonly #tasks: TaskPool;
  readonly #replies = new KeptReplies();

  constructor(tasks: TaskPool) {
    this.#tasks = tasks;
  }

  /** Whether it can be shown without any work. */
  has(view: View, who: Who): boolean {
    return this.#replies.has(keyOf(view, who));
  }

  show(view: View, who: Who, signal: AbortSignal): Promise<Reply> {
    const { errand, id, stored, state } = view;
    // Of one that is not ours the processes know nothing.
    if (known(errand.kind) !== errand) return errand.show(id, opened(stored), state, who);
    return this.#replies.get(keyOf(view, who), signal, wanted =>
      this.#tasks.run(
        'show',
        { kind: errand.kind, id, stored, state, who: plain(who) },
        { owner: who.user, signal: wanted },
      ),
    );
  }

  /** The question behind a button on a report. */
  async derive(
    { errand, stored, wish }: Pick<View, 'errand' | 'stored'> & { wish: string },
    who: Who,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (known(errand.kind) !== errand) return errand.derive?.(opened(stored), wish, who);
    return this.#tasks.run('derive', { kind: errand.kind, stored, wish, who: plain(who) }, { owner: who.user, signal });
  }

  hasPage(id: string): boolean {
    return this.#replies.has(pageKey(id));
  }

  /** The page of a report as a file; undefined for one that has no page. */
  async page(
    { id, stored, make }: Pick<View, 'id' | 'stored'> & { make: MakePage },
    { user }: Who,
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
const keyOf = ({ id, state }: View, { voice, settings }: Who): string =>
  JSON.stringify([id, state, voice.locale, settings.theme]);

const pageKey = (id: string): string => JSON.stringify([id]);
