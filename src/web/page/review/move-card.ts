import type { HumanView, ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { shareText } from '../../../base/text.ts';
import { peopleOf, tooltip } from '../../../chess/words.ts';
import { bestLine, chances, findingOf, marked } from '../../../present/review-move.ts';
import { fill, h, tied } from '../dom.ts';
import { lineInstead, plyAt } from './plies.ts';
import { chipsOf, saidOf } from './score-sheet.ts';

interface CardButtons {
  line: () => void;
  people: () => void;
}

/** The move on the board in words, and what else could have been played. */
export class MoveCard {
  readonly element = h('section', { class: 'panel card', 'aria-label': 'The move on the board' });
  readonly #report: ReviewReport;
  readonly #comments: readonly string[];
  readonly #line: HTMLButtonElement;
  readonly #people: HTMLButtonElement;

  constructor(report: ReviewReport, comments: readonly string[], { line, people }: CardButtons) {
    this.#report = report;
    this.#comments = comments;
    this.#line = h('button', { type: 'button', class: 'ask', click: line });
    this.#people = h('button', { type: 'button', class: 'ask', click: people });
  }

  show(ply: number, looking: 'line' | 'people' | undefined): void {
    const played = plyAt(this.#report, ply);
    if (!played) return fill(this.element, ...this.#start());
    const rating = this.#report.players[played.color].rating;
    const hasLine = lineInstead(this.#report, played).length > 0;
    const instead = bestLine(played, 1);
    this.#line.textContent = instead ? `Best line: ${instead}` : 'How it goes on';
    this.#line.setAttribute('aria-pressed', String(looking === 'line'));
    this.#people.textContent = `What would ${peopleOf(rating)} play?`;
    this.#people.setAttribute('aria-pressed', String(looking === 'people'));
    const said = this.#comments[ply];
    fill(
      this.element,
      h('h2', { class: findingOf(played) ?? '' }, marked(played)),
      h('p', { class: 'facts' }, ...chipsOf(played), h('span', {}, tied(factsOf(this.#report, ply)))),
      (hasLine || played.maia) && h('p', { class: 'asks' }, hasLine && this.#line, played.maia && this.#people),
      looking === 'people' && peopleBars(played),
      said && saidOf(said),
    );
  }

  /** Where the focus goes when one comes back. */
  focus(looked: 'line' | 'people'): void {
    (looked === 'line' ? this.#line : this.#people).focus({ preventScroll: true });
  }

  #start(): HTMLElement[] {
    const { plies } = this.#report;
    const hint =
      plies.length > 0 ? 'Step through the game with ← and →, through its mistakes with [ and ].' : 'No moves.';
    const said = this.#comments[0];
    return [h('h2', {}, 'The start'), ...(said ? [saidOf(said)] : []), h('p', { class: 'hint' }, hint)];
  }
}

function factsOf(report: ReviewReport, ply: number): string {
  const played = plyAt(report, ply);
  if (!played) return '';
  const { score, winPercent, book } = played;
  const facts = [
    score && tooltip(score),
    winPercent === null ? 'Not evaluated' : `White's chances ${chances(winPercent)}`,
    book && 'theory',
  ];
  return facts.filter(Boolean).join(' · ');
}

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
const peopleBars = (ply: ReviewedPly): HTMLElement =>
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
