import type { Label, ReviewedPly } from '../../../analysis/review/report.ts';
import { h } from '../dom.ts';

/** What is not told by the sentence beside the move already: it begins with its judgement, or with what was found. */
const WORDS: Partial<Record<Label, string>> = {
  'natural-mistake': 'Natural mistake',
  'out-of-character': 'Out of character',
};

export const chipsOf = ({ labels }: ReviewedPly): HTMLElement[] =>
  labels.flatMap(label => (WORDS[label] ? [h('span', { class: `chip ${label}` }, WORDS[label])] : []));
