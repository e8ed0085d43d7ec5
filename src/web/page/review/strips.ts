import { COLORS, type Color } from 'chessops/types';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { namesOf, ratingOf, titleOf } from '../../../present/review-players.ts';
import { clockText } from '../../../render/strips.ts';
import { h } from '../dom.ts';

/** Who plays, above and below the board, with the clocks where they were written down. */
export class Strips {
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
