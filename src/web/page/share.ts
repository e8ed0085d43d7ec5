import { ENGLISH } from '../../chess/words.ts';
import { h } from './dom.ts';

/** Shares as people read them: a number, and a bar whose length and hue say the same. */

export const whole = (share: number): string => ENGLISH.share(share);
/** One digit more, where moves are compared. */
export const exact = (share: number): string => ENGLISH.percent(share, 1);

/** From bad (0) over even to good (1). */
const bar = (share: number): HTMLElement =>
  h(
    'span',
    {
      class: share < 0.5 ? 'bar low' : 'bar high',
      'aria-hidden': 'true',
      '--share': share,
      '--mix': `${Math.round(100 * Math.abs(2 * share - 1))}%`,
    },
    h('span', {}),
  );

export const measured = (share: number, text = exact(share)): HTMLElement =>
  h('span', { class: 'measured' }, h('span', { class: 'number' }, text), bar(share));
