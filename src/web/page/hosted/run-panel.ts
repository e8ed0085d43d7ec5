import type { ProgressMove } from '../../../analysis/expected/progress.ts';
import type { RunProgress } from '../../protocol.ts';
import { fill, h } from '../dom.ts';
import { exact, measured, whole } from '../tools.ts';

const TICK_MS = 1_000;

/** How far a run is, the moves as they stand, and a way to stop it. */
export class RunPanel {
  readonly element: HTMLElement;
  readonly #phase = h('strong', {}, 'Asking …');
  readonly #time = h('span', {});
  readonly #cache = h('span', {});
  readonly #bar = h('div', { class: 'progress unknown', role: 'progressbar', 'aria-label': 'Progress' }, h('span', {}));
  readonly #notice = h('p', { class: 'notice', role: 'status' });
  readonly #moves = h('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'So far', hidden: true });
  readonly #cancel: HTMLButtonElement;
  readonly #timer: number;
  #started = performance.now();
  #estimateMs: number | null = null;
  #isCancelled = false;

  constructor(cancel: () => void) {
    this.#cancel = h('button', { type: 'button', click: () => this.#stop(cancel) }, 'Cancel');
    this.element = h(
      'section',
      { class: 'running', 'aria-label': 'Running' },
      h('p', {}, this.#phase, ' ', this.#time, ' ', this.#cache),
      h('div', { class: 'bar-row' }, this.#bar, this.#cancel),
      this.#notice,
      this.#moves,
    );
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
  }

  focus(): void {
    this.#cancel.focus();
  }

  show({ phase, share, ms, estimateMs, computing, ranking }: RunProgress): void {
    this.#started = performance.now() - ms;
    this.#estimateMs = estimateMs;
    this.#phase.textContent = phase;
    this.#cache.textContent = computing ? 'Not in the cache: it is being computed.' : '';
    this.#notice.textContent = '';
    this.#tick();
    this.#bar.classList.toggle('unknown', share === null);
    this.#bar.style.setProperty('--share', String(share ?? 0));
    this.#bar.setAttribute('aria-valuetext', phase);
    if (share === null) this.#bar.removeAttribute('aria-valuenow');
    else this.#bar.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    this.#moves.hidden = ranking.length === 0;
    fill(this.#moves, preliminary(ranking));
  }

  lost(): void {
    this.#notice.textContent = this.#isCancelled
      ? 'The connection is lost. It is cancelled as soon as that is back.'
      : 'The connection is lost. It is tried again; what runs goes on meanwhile.';
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Once is enough; the button keeps the focus until it is over. */
  #stop(cancel: () => void): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#cancel.textContent = 'Cancelling …';
    this.#cancel.setAttribute('aria-disabled', 'true');
    if (this.#notice.textContent !== '') this.lost();
    cancel();
  }

  #tick(): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    const about = Math.round((this.#estimateMs ?? 0) / 1000);
    // Who takes longer than was thought has no estimate.
    this.#time.textContent = seconds < about ? `${seconds} s of about ${about} s.` : `${seconds} s.`;
  }
}

const orDash = (share: number | null): string => (share === null ? '–' : exact(share));

/** What Maia alone makes of a move says so. */
const soFar = ({ expected, human }: ProgressMove): Node | string => {
  if (expected !== null) return measured(expected);
  return human === null ? '–' : h('span', { class: 'preliminary' }, `~ ${whole(human)}`);
};

const preliminary = (ranking: readonly ProgressMove[]): HTMLElement =>
  h(
    'table',
    { class: 'moves' },
    h('caption', {}, 'So far; ~ is what Maia alone makes of it.'),
    h(
      'thead',
      {},
      h('tr', {}, ...['Move', 'Expected', 'Human', 'Stockfish', 'Played'].map(name => h('th', { scope: 'col' }, name))),
    ),
    h(
      'tbody',
      {},
      ...ranking.map(move =>
        h(
          'tr',
          { class: move.expected === null && 'open' },
          h('th', { scope: 'row' }, move.san),
          h('td', {}, soFar(move)),
          h('td', {}, orDash(move.human)),
          h('td', {}, orDash(move.winrate)),
          h('td', {}, whole(move.maia)),
        ),
      ),
    ),
  );
