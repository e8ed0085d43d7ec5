import { Fault } from '../../base/fault.ts';
import type { Reports } from '../../store/reports.ts';
import type { TaskPool } from '../../tasks/tasks.ts';
import type { GzippedPage } from '../stored-page.ts';

/** A compressed page while it is sent. */
export interface LentPage {
  gzipped: Buffer;
  /** Has to be called when it has been sent, or is not wanted any more; once is enough. */
  giveBack(): void;
}

interface PageSource {
  /** Under which it is kept; two forms of one report have different names. */
  name: string;
  /** Of the report. */
  id: string;
  /** What stands before and after its JSON. */
  around: readonly [before: string, after: string];
}

interface ReadyPagesOptions {
  reports: Pick<Reports, 'packed'>;
  tasks: Pick<TaskPool, 'run'>;
  /** Of all compressed pages in memory, those that are being sent among them. */
  maxBytes?: number;
}

/** The largest report, 60,000 positions, is 18 MB of JSON. A browser would take seconds to read more than this. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;
/** That largest one takes 2 to 4 MB when it is compressed, a usual one 30 kB. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** Each that waits holds its packed report. */
const MAX_BUILDS = 8;
/** Takes turns with people's pictures and files. */
const OWNER = 'pages';

interface Ready {
  page: Buffer | Exclude<GzippedPage, Uint8Array>;
  bytes: number;
  /** How many are being sent it. */
  lent: number;
}

/** What an entry takes beside the page: its name, its place in the map. */
const ENTRY_BYTES = 500;

/**
 * Pages that were looked at of late, each made once: a kept report never changes. All who look at one are sent the same
 * bytes, however slowly they read. What is being sent is not dropped, so there is no more in memory than `maxBytes` and
 * what is being made.
 */
export class PageCache {
  readonly #options: ReadyPagesOptions;
  readonly #maxBytes: number;
  /** The first is the one that was not looked at for longest. */
  readonly #pages = new Map<string, Ready>();
  readonly #building = new Map<string, Promise<Ready>>();
  #bytes = 0;
  /** Of these, what is being sent. */
  #lentBytes = 0;

  constructor(options: ReadyPagesOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  get bytes(): { all: number; lent: number } {
    return { all: this.#bytes, lent: this.#lentBytes };
  }

  /** Undefined for what has no page. */
  async lend(source: PageSource): Promise<LentPage | 'too-large' | undefined> {
    const { name } = source;
    const ready = this.#pages.get(name) ?? (await this.#made(source));
    const { page } = ready;
    if (page === 'too-large') return page;
    if (page === 'none') return undefined;
    this.#keep(name, ready);
    if (ready.lent++ === 0) this.#lentBytes += ready.bytes;
    let isBack = false;
    const giveBack = () => {
      if (isBack) return;
      isBack = true;
      if (--ready.lent === 0) this.#lentBytes -= ready.bytes;
    };
    return { gzipped: page, giveBack };
  }

  #made(source: PageSource): Promise<Ready> {
    const { name } = source;
    const building = this.#building.get(name) ?? this.#build(source).finally(() => this.#building.delete(name));
    this.#building.set(name, building);
    return building;
  }

  async #build({ name, id, around: [before, after] }: PageSource): Promise<Ready> {
    if (this.#building.size >= MAX_BUILDS || this.#lentBytes >= this.#maxBytes) throw full();
    const { reports, tasks } = this.#options;
    const packed = reports.packed(id);
    const order = packed && { ...packed, before, after, maxBytes: MAX_PAGE_BYTES };
    const made = order ? await tasks.run('hostedPage', order, { owner: OWNER }) : 'none';
    const page = typeof made === 'string' ? made : Buffer.from(made.buffer, made.byteOffset, made.byteLength);
    const ready: Ready = { page, bytes: page.length + ENTRY_BYTES, lent: 0 };
    this.#keep(name, ready);
    return ready;
  }

  /** Makes it the latest, and room for it. */
  #keep(name: string, ready: Ready): void {
    if (this.#pages.delete(name)) this.#bytes -= ready.bytes;
    for (const [oldest, { bytes, lent }] of this.#pages) {
      if (this.#bytes + ready.bytes <= this.#maxBytes) break;
      if (lent > 0) continue;
      this.#pages.delete(oldest);
      this.#bytes -= bytes;
    }
    if (this.#bytes + ready.bytes > this.#maxBytes) throw full();
    this.#pages.set(name, ready);
    this.#bytes += ready.bytes;
  }
}

const full = (): Fault => new Fault('busy', 'too many pages are being made or sent');
