import { JUDGEMENTS, type Judgement } from '../../../analysis/review/report.ts';
import { h, s } from '../dom.ts';

/** Mistakes as shapes: whoever does not tell colours apart tells these. */

const SHAPES: Record<Judgement, string> = {
  inaccuracy: 'M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5Z',
  mistake: 'M0-6.5L6.5 0L0 6.5L-6.5 0Z',
  blunder: 'M0-7L7 5.5H-7Z',
};

export const markShape = (judgement: Judgement): SVGElement =>
  s('path', { class: `shape ${judgement}`, d: SHAPES[judgement] });

/** What the shapes mean. */
export const marksLegend = (): HTMLElement =>
  h(
    'p',
    { class: 'marks' },
    ...JUDGEMENTS.map(judgement =>
      h('span', {}, s('svg', { viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, markShape(judgement)), judgement),
    ),
    h('span', { class: 'axis' }, "The light part is White's share of the chances."),
  );
