import type { StoredReport } from '../../store/reports.ts';
import { jsonIn } from '../html.ts';
import type { PageData } from '../report.ts';
import { storedPage } from '../stored.ts';

/** What a page shows, ready to be sent: no name in it can end the element that it is in. */
export interface ReadyPage {
  kind: PageData['kind'];
  json: string;
}

const MAX_PAGES = 50;
const MAX_CHARS = 20_000_000;

/** What was looked at of late: reports never change, and a long game takes a while to be put together. */
export class ReadyPages {
  readonly #pages = new Map<string, ReadyPage>();
  #chars = 0;

  /** Undefined for what has no page. */
  of(id: string, stored: StoredReport): ReadyPage | undefined {
    const page = this.#pages.get(id) ?? made(stored);
    this.#forget(id);
    if (page && page.json.length <= MAX_CHARS) this.#keep(id, page);
    return page;
  }

  /** The first is the one that nobody has looked at for longest. */
  #keep(id: string, page: ReadyPage): void {
    this.#pages.set(id, page);
    this.#chars += page.json.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES && this.#chars <= MAX_CHARS) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#chars -= this.#pages.get(id)?.json.length ?? 0;
    this.#pages.delete(id);
  }
}

function made(stored: StoredReport): ReadyPage | undefined {
  const data = storedPage(stored);
  return data && { kind: data.kind, json: jsonIn(data) };
}
