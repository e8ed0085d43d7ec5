import { COLORS, type Color } from 'chessops/types';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { namesOf, ratingOf, titleOf } from '../../../present/review-game.ts';
import { clockText } from '../../../render/strips.ts';
import { h } from '../dom.ts';

/** Who plays, above and below the board, with the clocks where they were written down. */
export class PlayerStrips {
  readonly elements: readonly HTMLElement[];
  readonly #report: ReviewReport;
  readonly #clocks: Record<Color, HTMLElement> = {
    white: h('span', { class: 'clock' }),
    black: h('span', { class: 'clock' }),
  };

  constructor(report: ReviewReport) {
    this.#report = report;
    this.elements = COLORS.map(color => {
      const [title, rating] = [titleOf(report, color), ratingOf(report, color)];
      return h(
        'div',
        { class: `strip ${color}` },
        h('span', { class: `man ${color}`, 'aria-hidden': 'true' }),
        title && h('span', { class: 'title' }, title),
        h('bdi', { class: 'name' }, namesOf(report)[color]),
        rating !== undefined && h('span', { class: 'rating' }, String(rating)),
        this.#clocks[color],
      );
    });
  }

  show(ply: number): void {
    for (const color of COLORS) {
      const last = this.#report.plies.findLast(one => one.color === color && one.ply <= ply);
      this.#clocks[color].textContent = last?.clock === undefined ? '' : clockText(last.clock);
    }
  }
}

/** White's chances beside the board; its light part grows from White's side. */
export class ChancesBar {
  readonly #number = h('span', { class: 'value' });
  readonly element = h('div', { class: 'chances', role: 'img' }, h('span', { class: 'white' }), this.#number);

  /** A percentage from 0 to 100, null for a position that was not evaluated. */
  show(percent: number | null, value: string): void {
    this.element.style.setProperty('--share', String((percent ?? 50) / 100));
    this.element.classList.toggle('unknown', percent === null);
    this.element.classList.toggle('ahead', (percent ?? 50) >= 50);
    this.#number.textContent = value;
    const told = percent === null ? 'Not evaluated' : `White's chances: ${Math.round(percent)} %`;
    this.element.setAttribute('aria-label', value ? `${told}, ${value}` : told);
  }
}
