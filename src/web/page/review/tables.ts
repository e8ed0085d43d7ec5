import { COLORS, type Color } from 'chessops/types';
import type { MoveLabel, PhaseReview, ReviewReport } from '../../../analysis/review/report.ts';
import { capital } from '../../../base/text.ts';
import { PHASES } from '../../../chess/game.ts';
import { namesOf } from '../../../present/review-game.ts';
import { accuracyText } from '../../../present/review-move.ts';
import { phaseName, phaseWords } from '../../../present/review-phases.ts';
import { playerRows } from '../../../present/review-words.ts';
import { h, tied } from '../dom.ts';

/** What people of the rating would say of it, in the order in which it is told. */
const LABEL_ROWS: readonly [MoveLabel, string][] = [
  ['natural-mistake', 'natural mistakes'],
  ['out-of-character', 'out of character'],
  ['great-find', 'great finds !'],
  ['only-move', 'only moves □'],
];

const NONE = '–';

const heads = (report: ReviewReport): HTMLElement[] =>
  COLORS.map(color => h('th', { scope: 'col' }, h('bdi', { class: `who ${color}` }, namesOf(report)[color])));

/** Both players side by side. Nothing where nothing is known. */
export function playersTable(report: ReviewReport): HTMLElement | false {
  const { white: one, black: two } = report.players;
  const counted = LABEL_ROWS.map(([label, name]) => ({
    name,
    white: String(one.counts[label]),
    black: String(two.counts[label]),
  })).filter(({ white, black }) => white !== '0' || black !== '0');
  const rows = [...playerRows(report), ...counted];
  if (rows.length === 0) return false;
  return h(
    'table',
    { class: 'numbers' },
    h('caption', {}, 'The players'),
    h('thead', {}, h('tr', {}, h('td'), ...heads(report))),
    h(
      'tbody',
      {},
      ...rows.map(({ name, white, black }) =>
        h('tr', {}, h('th', { scope: 'row' }, capital(name)), h('td', {}, ...kept(white)), h('td', {}, ...kept(black))),
      ),
    ),
  );
}

/** `1370 (850–2320)`: a range stays in one piece, if need be on a line of its own. */
function kept(text: string): (HTMLElement | string)[] {
  const [value = '', range] = text.split(' (');
  return range === undefined ? [text] : [`${value} `, h('span', { class: 'kept' }, `(${range}`)];
}

const COLUMNS: readonly [title: string, hint: string, value: (phase: PhaseReview) => string][] = [
  ['Accuracy', 'As Lichess counts it', ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy))],
  ['Loss', 'Average centipawn loss', ({ acpl }) => (acpl === null ? NONE : String(acpl))],
  ['?!', 'Inaccuracies', phase => judged(phase, phase.inaccuracies)],
  ['?', 'Mistakes', phase => judged(phase, phase.mistakes)],
  ['??', 'Blunders', phase => judged(phase, phase.blunders)],
];

const judged = ({ accuracy }: PhaseReview, count: number): string => (accuracy === null ? NONE : String(count));

/** Phase by phase, each for both players. */
export function phaseTable(report: ReviewReport): HTMLElement | false {
  const { players, plies } = report;
  const played = PHASES.filter(phase => plies.some(ply => ply.phase === phase));
  if (played.length === 0 || COLORS.every(color => players[color].accuracy === null)) return false;
  const row = (color: Color, phase: PhaseReview) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('bdi', { class: `who ${color}` }, namesOf(report)[color])),
      ...COLUMNS.map(([, , value]) => h('td', {}, value(phase))),
    );
  return h(
    'table',
    { class: 'numbers' },
    h('caption', {}, 'Phase by phase'),
    h(
      'thead',
      {},
      h('tr', {}, h('td'), ...COLUMNS.map(([title, hint]) => h('th', { scope: 'col', title: hint }, title))),
    ),
    ...played.map(phase =>
      h(
        'tbody',
        {},
        h(
          'tr',
          {},
          h(
            'th',
            { scope: 'rowgroup', colspan: COLUMNS.length + 1, class: 'phase' },
            capital(phaseName(report, phase)),
          ),
        ),
        ...COLORS.flatMap(color => {
          const own = players[color].byPhase[phase];
          return own ? [row(color, own)] : [];
        }),
      ),
    ),
  );
}

export const phaseSentences = (report: ReviewReport): HTMLElement[] =>
  phaseWords(report).map(sentence => h('p', { class: 'hint' }, tied(sentence)));
