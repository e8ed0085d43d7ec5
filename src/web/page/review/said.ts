import { h, tied } from '../dom.ts';

/** Letters that are read at a glance; beyond these a comment has a height of its own, and is scrolled. */
const LONG = 320;

/** What is said of a move. `before` stands in front of it. */
export function saidOf(text: string, tone = '', ...before: readonly HTMLElement[]): HTMLElement {
  const isLong = text.length > LONG;
  // Whoever scrolls with keys has to get there.
  const scrolled = isLong ? { tabindex: 0, role: 'region', 'aria-label': 'Comment' } : {};
  return h('p', { class: `said ${isLong ? 'long' : ''} ${tone}`, ...scrolled }, ...before, tied(text));
}
