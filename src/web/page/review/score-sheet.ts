import { parseComment } from 'chessops/pgn';
import type { MoveLabel, ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { parseTrees } from '../../../chess/pgn/parse.ts';
import { findingOf, markOf } from '../../../present/review-move.ts';
import { h, tied } from '../dom.ts';

/**
 * The moves as on a score sheet, with what is said of them. Of all of them one can be reached with Tab: the one on the
 * board.
 */
export class ScoreSheet {
  readonly element = h('div', { class: 'sheet', role: 'group', 'aria-label': 'Moves' });
  readonly #moves: HTMLButtonElement[];
  #current: HTMLButtonElement | undefined;

  constructor({ plies }: ReviewReport, comments: readonly string[], go: (ply: number) => void) {
    this.#moves = plies.map(ply => moveButton(ply, () => go(ply.ply)));
    if (comments[0]) this.element.append(saidOf(comments[0]));
    let row: HTMLElement | undefined;
    for (const [index, ply] of plies.entries()) {
      if (!row || ply.color === 'white') {
        const number = `${ply.moveNumber}${ply.color === 'white' ? '.' : '…'}`;
        row = h('div', { class: `turn ${ply.color}` }, h('span', { class: 'count' }, number));
        this.element.append(row);
      }
      row.append(this.#moves[index] as HTMLElement);
      const [chips, said] = [chipsOf(ply), comments[index + 1]];
      if (chips.length === 0 && !said) continue;
      this.element.append(saidOf(said ?? '', findingOf(ply), ...chips));
      row = undefined;
    }
    const [first] = this.#moves;
    if (first) first.tabIndex = 0;
  }

  /** 0 is the start. */
  show(ply: number): void {
    const focused = this.element.contains(document.activeElement);
    const last = this.#current ?? this.#moves[0];
    if (last) last.tabIndex = -1;
    this.#current?.removeAttribute('aria-current');
    this.#current = this.#moves[ply - 1];
    const reached = this.#current ?? this.#moves[0];
    if (reached) reached.tabIndex = 0;
    this.#current?.setAttribute('aria-current', 'step');
    if (focused) reached?.focus({ preventScroll: true });
    this.#bringIntoView(reached);
  }

  /** Within the list only: the page itself stays where it is. */
  #bringIntoView(move: HTMLElement | undefined): void {
    const list = this.element;
    if (!move || list.scrollHeight <= list.clientHeight) return;
    const [own, around] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
    if (own.top < around.top || own.bottom > around.bottom)
      list.scrollTop += own.top - around.top - (around.height - own.height) / 2;
  }
}

function moveButton(ply: ReviewedPly, go: () => void): HTMLButtonElement {
  const mark = markOf(ply);
  return h(
    'button',
    { type: 'button', class: 'played', tabindex: -1, click: go },
    ply.san,
    mark && h('span', { class: `mark ${findingOf(ply)}` }, mark),
  );
}

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
