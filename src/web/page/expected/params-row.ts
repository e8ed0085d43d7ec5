import type { ExpectedReport } from '../../../analysis/expected/report.ts';
import { ENGLISH } from '../../../chess/words.ts';
import { h } from '../dom.ts';
import { whole } from '../tools.ts';

export const LABELS = {
  threshold: 'Lines played at least',
  depth: 'Stockfish depth',
  loss: 'Win rate that may be lost',
  rating: 'Rating',
  opponentRating: "Opponent's rating",
} as const;

export const thresholdText = (threshold: number): string =>
  threshold < 0.01 ? ENGLISH.percent(threshold, 1) : whole(threshold);

/** How it was asked. A file cannot ask again: it has no engines. */
export function paramsRow({ params }: ExpectedReport): HTMLElement {
  const { threshold, depth, loss, rating, opponentRating } = params;
  const entries: readonly [name: string, value: string][] = [
    [LABELS.threshold, thresholdText(threshold)],
    [LABELS.depth, String(depth)],
    [LABELS.loss, ENGLISH.percent(-loss)],
    [LABELS.rating, String(rating)],
    [LABELS.opponentRating, String(opponentRating)],
  ];
  return h(
    'section',
    { class: 'params', 'aria-label': 'How it was asked' },
    h('dl', {}, ...entries.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('p', { class: 'hint' }, 'Fixed: this page has no engines of its own. Ask Kibitz again for other values.'),
  );
}
