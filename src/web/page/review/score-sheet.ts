import type { ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { findingOf, markOf } from '../../../present/review-move.ts';
import { h } from '../dom.ts';
import { chipsOf, saidOf } from './comments.ts';

/**
 * The moves as on a score sheet, with what is said of them. Of all of them one can be reached with Tab: the one on the
 * board.
 */
export class ScoreSheet {
  readonly element = h('div', { class: 'sheet', role: 'group', 'aria-label': 'Moves' });
  readonly #moves: HTMLButtonElement[];
  #current: HTMLButtonElement | undefined;

  constructor({ plies }: ReviewReport, comments: readonly string[], go: (ply: number) => void) {
    this.#moves = plies.map(ply => moveButton(ply, () => go(ply.ply)));
    if (comments[0]) this.element.append(saidOf(comments[0]));
    let row: HTMLElement | undefined;
    for (const [index, ply] of plies.entries()) {
      if (!row || ply.color === 'white') {
        const number = `${ply.moveNumber}${ply.color === 'white' ? '.' : '…'}`;
        row = h('div', { class: `turn ${ply.color}` }, h('span', { class: 'count' }, number));
        this.element.append(row);
      }
      row.append(this.#moves[index] as HTMLElement);
      const [chips, said] = [chipsOf(ply), comments[index + 1]];
      if (chips.length === 0 && !said) continue;
      this.element.append(saidOf(said ?? '', findingOf(ply), ...chips));
      row = undefined;
    }
    const [first] = this.#moves;
    if (first) first.tabIndex = 0;
  }

  /** 0 is the start. */
  show(ply: number): void {
    const focused = this.element.contains(document.activeElement);
    const last = this.#current ?? this.#moves[0];
    if (last) last.tabIndex = -1;
    this.#current?.removeAttribute('aria-current');
    this.#current = this.#moves[ply - 1];
    const reached = this.#current ?? this.#moves[0];
    if (reached) reached.tabIndex = 0;
    this.#current?.setAttribute('aria-current', 'step');
    if (focused) reached?.focus({ preventScroll: true });
    this.#bringIntoView(reached);
  }

  /** Within the list only: the page itself stays where it is. */
  #bringIntoView(move: HTMLElement | undefined): void {
    const list = this.element;
    if (!move || list.scrollHeight <= list.clientHeight) return;
    const [own, around] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
    if (own.top < around.top || own.bottom > around.bottom)
      list.scrollTop += own.top - around.top - (around.height - own.height) / 2;
  }
}

function moveButton(ply: ReviewedPly, go: () => void): HTMLButtonElement {
  const mark = markOf(ply);
  return h(
    'button',
    { type: 'button', class: 'played', tabindex: -1, click: go },
    ply.san,
    mark && h('span', { class: `mark ${findingOf(ply)}` }, mark),
  );
}
