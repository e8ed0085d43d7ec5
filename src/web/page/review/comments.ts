import { parseComment } from 'chessops/pgn';
import type { MoveLabel, ReviewedPly } from '../../../analysis/review/report.ts';
import { parseTrees } from '../../../chess/pgn/parse.ts';
import { h, tied } from '../dom.ts';

/** Letters that are read at a glance; beyond these a comment has a height of its own, and is scrolled. */
const LONG = 320;

/** What is said of a move. `before` stands in front of it. */
export function saidOf(text: string, tone = '', ...before: readonly HTMLElement[]): HTMLElement {
  const isLong = text.length > LONG;
  // A part that scrolls must be reached with Tab.
  const scrolled = isLong ? { tabindex: 0, role: 'region', 'aria-label': 'Comment' } : {};
  return h('p', { class: `said ${isLong ? 'long' : ''} ${tone}`, ...scrolled }, ...before, tied(text));
}

/** What is not told by the sentence beside the move already: it begins with its judgement, or with what was found. */
const WORDS: Partial<Record<MoveLabel, string>> = {
  'natural-mistake': 'Natural mistake',
  'out-of-character': 'Out of character',
};

export const chipsOf = ({ labels }: ReviewedPly): HTMLElement[] =>
  labels.flatMap(label => (WORDS[label] ? [h('span', { class: `chip ${label}` }, WORDS[label])] : []));

/**
 * What stands beside each move of the annotated game, without what only programs read. The first are those before any
 * move.
 */
export function commentsIn(pgn: string): string[] {
  const tree = parseTrees(pgn)[0]?.tree;
  if (!tree) return [];
  const texts = (comments: readonly string[] = []) =>
    comments
      .map(comment => parseComment(comment).text.trim())
      .filter(Boolean)
      .join(' ');
  return [texts(tree.comments), ...[...tree.moves.mainline()].map(({ comments }) => texts(comments))];
}
