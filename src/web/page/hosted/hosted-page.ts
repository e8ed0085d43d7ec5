import { canRunAgain, type ErrorAnswer, type Hosted, type PageData, type RunDone } from '../../protocol.ts';
import { fill, h } from '../dom.ts';
import { pageOf } from '../report-page.ts';
import { ask, cancelRun, isRefusal, watchRun } from './client.ts';
import { RunForm, type RunValues } from './form.ts';
import { RunPanel } from './run-panel.ts';

/** What an entry of the browser's history is about; `run` goes on when the page is loaded anew. */
interface Entry {
  report: string;
  run?: string;
}

/** A report where there are engines: it can be run again with other values, and the next one takes its place. */
export class HostedPage {
  readonly element = h('div', { class: 'hosted' });
  readonly #base: string;
  #report: string;
  #shown = new AbortController();
  #form: RunForm | undefined;
  readonly #below = h('div', {});
  readonly #told = h('p', { class: 'heard', role: 'status' });
  #leave: () => void = () => undefined;
  /** The run that is looked at. */
  #run: string | undefined;
  /** Counts requests to the server: an answer to any but the latest is dropped. */
  #turn = 0;

  constructor(data: PageData, { base, report }: Hosted) {
    this.#base = base;
    this.#report = report;
    const before = history.state as Entry | null;
    addEventListener('popstate', event => {
      const entry = event.state as Entry | null;
      if (entry?.report) void this.#go(entry.report);
    });
    this.#show(data, report);
    if (before?.run && before.report === report) this.#follow(before.run);
    else this.#note({ report });
  }

  #note(entry: Entry): void {
    history.replaceState(entry, '');
  }

  #show(data: PageData, report: string): void {
    this.#end();
    this.#shown.abort();
    this.#shown = new AbortController();
    this.#report = report;
    this.#form = canRunAgain(data.report) ? new RunForm(data, wishes => void this.#begin(wishes)) : undefined;
    fill(this.#below);
    const params = h(
      'section',
      { class: 'params', 'aria-label': 'How it was asked' },
      this.#form?.element ?? h('p', {}, 'There is no move in this game: there is nothing to run again.'),
      this.#below,
    );
    fill(this.element, this.#told, pageOf(data, { signal: this.#shown.signal, params }));
  }

  /** Back and forward: whatever ran here is no longer wanted. */
  async #go(report: string): Promise<void> {
    this.#note({ report });
    if (this.#run) void cancelRun(this.#urlOf(this.#run));
    this.#end();
    const data = await this.#fetch(report);
    if (data && isRefusal(data)) this.#fail(data.message);
    else if (data) this.#show(data, report);
  }

  /** Undefined where that is no longer wanted. */
  async #fetch(report: string): Promise<PageData | ErrorAnswer | undefined> {
    const turn = ++this.#turn;
    const data = await ask<PageData>(`${this.#base}r/${report}/data`);
    return turn === this.#turn ? data : undefined;
  }

  async #begin(wishes: RunValues): Promise<void> {
    if (this.#form) this.#form.running = true;
    const turn = ++this.#turn;
    const begun = await ask<{ run: string }>(`${this.#base}r/${this.#report}/run`, wishes);
    if (turn !== this.#turn) {
      if (!isRefusal(begun)) void cancelRun(this.#urlOf(begun.run));
      return;
    }
    if (isRefusal(begun)) return this.#fail(begun.message);
    this.#note({ report: this.#report, run: begun.run });
    this.#follow(begun.run).focus();
  }

  #follow(run: string): RunPanel {
    if (this.#form) this.#form.running = true;
    this.#run = run;
    const url = this.#urlOf(run);
    const over = new AbortController();
    const running = new RunPanel(() => void cancelRun(url, over.signal));
    fill(this.#below, running.element);
    const end = watchRun(url, {
      progress: progress => running.show(progress),
      lost: () => running.lost(),
      failed: ({ message }) => this.#fail(message),
      done: done => void this.#arrive(done),
    });
    this.#leave = () => {
      end();
      over.abort();
      running.stop();
    };
    return running;
  }

  async #arrive({ report }: RunDone): Promise<void> {
    const data = await this.#fetch(report);
    if (!data) return;
    const url = `${this.#base}r/${report}`;
    if (isRefusal(data))
      return this.#fail('It is done, but could not be fetched. ', h('a', { href: url }, 'Open the new report'));
    this.#note({ report: this.#report });
    this.#show(data, report);
    history.pushState({ report } satisfies Entry, '', url);
    this.#told.textContent = 'Done: this is the new report.';
    const heading = this.element.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }

  #fail(...said: readonly (string | Node)[]): void {
    this.#end();
    this.#note({ report: (history.state as Entry | null)?.report ?? this.#report });
    if (this.#form) this.#form.running = false;
    fill(this.#below, h('p', { class: 'notice', role: 'alert' }, ...said));
    // What had the focus may be gone; a focus elsewhere on the page stays.
    if (document.activeElement === document.body) this.#form?.focus();
  }

  #end(): void {
    this.#leave();
    this.#leave = () => undefined;
    this.#run = undefined;
  }

  #urlOf(run: string): string {
    return `${this.#base}runs/${run}`;
  }
}
