import type { HumanView, ReviewedPly } from '../../../analysis/review/report.ts';
import { shareText } from '../../../base/text.ts';
import { h } from '../dom.ts';

/** Rows that are looked at. */
const MOST = 6;

/** What people play, the likeliest first; what was played and what was best is among them. */
export function peopleMoves({ maia, san, uci, best }: ReviewedPly): HumanView['top'] {
  if (!maia) return [];
  const wanted = [
    ...maia.top,
    { san, uci, probability: maia.played },
    ...(best && maia.best !== null ? [{ san: best.san, uci: best.uci, probability: maia.best }] : []),
  ];
  const seen = new Set<string>();
  const all = wanted.filter(move => !seen.has(move.uci) && seen.add(move.uci));
  const isNamed = (move: { uci: string }) => move.uci === uci || move.uci === best?.uci;
  const named = all.filter(isNamed);
  const others = all.filter(move => !isNamed(move)).slice(0, MOST - named.length);
  return [...named, ...others].sort((a, b) => b.probability - a.probability);
}

/** The same as bars. */
export const peopleBars = (ply: ReviewedPly): HTMLElement =>
  h(
    'ul',
    { class: 'people' },
    ...peopleMoves(ply).map(({ san, uci, probability }) =>
      h(
        'li',
        {},
        h('span', { class: 'san' }, san),
        h('span', { class: 'bar plain', 'aria-hidden': 'true', '--share': probability }, h('span', {})),
        h('span', { class: 'number' }, shareText(probability)),
        uci === ply.uci && h('span', { class: 'chip' }, 'played'),
        uci === ply.best?.uci && h('span', { class: 'chip best' }, 'best'),
      ),
    ),
  );
