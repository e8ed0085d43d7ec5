import type { ReviewReport } from '../../../analysis/review/report.ts';
import { momentsTitle } from '../../../present/review-result.ts';
import { reviewWords } from '../../../present/review-words.ts';
import { h, tied } from '../dom.ts';

/** The game in sentences: what decided it, and what to take away. A moment leads to its move. */
export function wordsOf(report: ReviewReport, go: (ply: number) => void): HTMLElement | false {
  const { clock, moments, praise, lessons } = reviewWords(report);
  const decided = [
    ...clock.map(sentence => h('li', {}, tied(sentence))),
    ...moments.map((sentence, index) => {
      const ply = report.moments[index]?.ply ?? 0;
      return h('li', {}, h('button', { type: 'button', class: 'moment', click: () => go(ply) }, tied(sentence)));
    }),
    ...praise.map(sentence => h('li', {}, tied(sentence))),
  ];
  const told = [
    part(momentsTitle(report), decided),
    part(
      'To take away',
      lessons.map(one => h('li', {}, tied(one))),
    ),
  ];
  if (told.every(one => !one)) return false;
  return h('section', { class: 'words', 'aria-label': 'The game in words' }, ...told);
}

const part = (title: string, items: readonly HTMLElement[]): HTMLElement | false =>
  items.length > 0 && h('div', { class: 'panel' }, h('h2', {}, title), h('ul', {}, ...items));
