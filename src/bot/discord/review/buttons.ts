import { COLORS, type Color } from 'chessops/types';
import type { APISelectMenuOption } from 'discord-api-types/v10';
import type { ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { other } from '../../../chess/position.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { namesOf } from '../../../present/review-game.ts';
import { marked, percentAfter, percentBefore } from '../../../present/review-move.ts';
import { joined } from '../analyze/text.ts';
import type { CustomId } from '../core/custom-id.ts';
import { plainLabel } from '../core/escape-markdown.ts';
import { buttonRow, type ComponentRow, MAX_OPTIONS, menuRow, type PlainButton } from '../core/reply.ts';

/** What of a review is shown, as its buttons write it down: `summary-white`, `ply24-black`, `gif-white`. */
interface ReviewState {
  page: ReviewPage;
  /** Whose side of the board is below. */
  side: Color;
}

export type ReviewPage = { kind: 'summary' } | { kind: 'move'; ply: number } | { kind: 'gif' };

export const makeState = ({ page, side }: ReviewState): string =>
  `${page.kind === 'move' ? `ply${page.ply}` : page.kind}-${side}`;

const STATE = /^(?:(summary|gif)|ply([1-9]\d{0,2}))-(\w+)$/;

/** What is no state, such as the empty one with which a review is shown first, is its summary. */
export function parseState(text: string, side: Color): ReviewState {
  const [, kind, ply, from] = STATE.exec(text) ?? [];
  const known = COLORS.find(color => color === from) ?? side;
  if (ply !== undefined) return { page: { kind: 'move', ply: Number(ply) }, side: known };
  return { page: { kind: kind === 'gif' ? kind : 'summary' }, side: known };
}

/** The moves of a game that a review finds fault with, in the order in which they were played. */
export const mistakesOf = ({ plies }: ReviewReport): ReviewedPly[] => plies.filter(({ judgement }) => judgement);

/** As many of them as there is room for: the worst, in the same order. */
function worstMistakes(report: ReviewReport, most: number): ReviewedPly[] {
  const mistakes = mistakesOf(report);
  const worst = mistakes.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0)).slice(0, most);
  return mistakes.filter(ply => worst.includes(ply));
}

/** A review, and what of it is shown. */
interface Shown {
  id: string;
  report: ReviewReport;
  state: ReviewState;
  voice: Voice;
}

/** The ways from what is shown of a review to the rest of it. */
export function reviewRows(id: string, report: ReviewReport, state: ReviewState, voice: Voice): ComponentRow[] {
  // Where nothing has happened there is nothing else to see.
  if (report.plies.length === 0) return [];
  const { page, side } = state;
  const shown = { id, report, state, voice };
  const to = (next: ReviewPage, from = side): CustomId => ({
    kind: 'view',
    report: id,
    state: makeState({ page: next, side: from }),
  });
  const flip = { label: voice.say('button.flip'), id: to(page, other(side)) };
  const back = { label: voice.say('button.back'), id: to({ kind: 'summary' }) };
  const gif = { label: voice.say('button.gif'), id: to({ kind: 'gif' }) };
  switch (page.kind) {
    case 'summary':
      return [...mistakeMenu(shown), buttonRow(...paging(shown, to), gif)];
    case 'gif':
      return [buttonRow(flip, back)];
    case 'move': {
      const wish: CustomId = { kind: 'run', report: id, handler: 'investigate', wish: String(page.ply) };
      const investigate = { label: voice.say('button.investigate'), id: wish };
      return [...mistakeMenu(shown), buttonRow(...paging(shown, to), flip, investigate, back)];
    }
  }
}

/** Both buttons are always there, so that one that is pressed again and again stays in its place. */
function paging({ id, report, state: { page }, voice }: Shown, to: (page: ReviewPage) => CustomId): PlainButton[] {
  const plies = mistakesOf(report).map(({ ply }) => ply);
  if (plies.length === 0) return [];
  const at = page.kind === 'move' ? page.ply : 0;
  const step = (label: string, ply: number | undefined, nowhere: string): PlainButton =>
    ply === undefined
      ? { label, id: { kind: 'view', report: id, state: nowhere }, disabled: true }
      : { label, id: to({ kind: 'move', ply }) };
  return [
    step(
      voice.say('button.previous-mistake'),
      plies.findLast(ply => ply < at),
      'none-before',
    ),
    step(
      voice.say('button.next-mistake'),
      plies.find(ply => ply > at),
      'none-after',
    ),
  ];
}

/** The way to any of them at once; to a single one the buttons are enough. */
function mistakeMenu({ id, report, state, voice }: Shown): ComponentRow[] {
  const listed = worstMistakes(report, MAX_OPTIONS);
  if (listed.length < 2) return [];
  const { page, side } = state;
  const options = listed.map(
    (ply): APISelectMenuOption => ({
      label: marked(ply),
      description: described(report, ply, voice),
      value: makeState({ page: { kind: 'move', ply: ply.ply }, side }),
      default: page.kind === 'move' && page.ply === ply.ply,
    }),
  );
  const isWhole = listed.length === mistakesOf(report).length;
  const placeholder = isWhole ? voice.say('menu.mistake') : voice.say('menu.mistake.worst', { shown: listed.length });
  return [menuRow({ kind: 'pick', report: id, menu: 'mistake' }, placeholder, options)];
}

const LONGEST_NAME = 60;

/** `alice · 92% → 51%` */
function described(report: ReviewReport, ply: ReviewedPly, voice: Voice): string {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  const turn = before === null || after === null ? [] : [`${voice.share(before / 100)} → ${voice.share(after / 100)}`];
  return joined([plainLabel(namesOf(report, voice)[ply.color], LONGEST_NAME), ...turn]);
}
