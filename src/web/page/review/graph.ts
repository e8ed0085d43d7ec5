import { JUDGEMENTS, type Judgement, type ReviewedPly, type ReviewReport } from '../../../analysis/review/report.ts';
import { capital } from '../../../base/text.ts';
import { PHASES } from '../../../chess/game.ts';
import { chances, marked } from '../../../present/review-move.ts';
import { phaseName } from '../../../present/review-phases.ts';
import { fill, h, s } from '../dom.ts';
import { percentAt, plyAt } from './plies.ts';

/** Of the drawing's own: it is stretched to the room there is. */
const HEIGHT = 100;

/** White's chances move by move. It is a slider: a click or a key goes to a move. */
export class ChancesGraph {
  readonly element: HTMLElement;
  readonly #report: ReviewReport;
  readonly #here = s('line', { class: 'here', y1: 0, y2: '100%' });
  readonly #dot = s('circle', { class: 'dot', r: 5 });
  readonly #slider: HTMLElement;

  constructor(report: ReviewReport, go: (ply: number) => void) {
    this.#report = report;
    const last = report.plies.length;
    this.#slider = h(
      'div',
      {
        class: 'plot',
        role: 'slider',
        tabindex: 0,
        'aria-label': "White's chances, move by move",
        'aria-valuemin': 0,
        'aria-valuemax': last,
      },
      s(
        'svg',
        { 'aria-hidden': 'true' },
        s('rect', { class: 'dark', width: '100%', height: '100%' }),
        s(
          'svg',
          { viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: '100%' },
          ...runsOf(report).flatMap(run => [
            s('path', { class: 'light', d: `${pathOf(run)}V${HEIGHT}H${run[0]?.ply}Z` }),
            s('path', { class: 'curve', d: pathOf(run) }),
          ]),
        ),
        s('line', { class: 'half', x2: '100%', y1: '50%', y2: '50%' }),
        ...bandsOf(report)
          .slice(1)
          .map(({ from }) => s('line', { class: 'border', x1: this.#x(from - 1), x2: this.#x(from - 1), y2: '100%' })),
        this.#here,
        ...report.plies.filter(({ judgement }) => judgement).map(ply => this.#mark(ply)),
        this.#dot,
      ),
    );
    const goTo = (event: PointerEvent) => {
      const { left, width } = this.#slider.getBoundingClientRect();
      go(Math.round((last * (event.clientX - left)) / width));
    };
    this.#slider.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      this.#slider.setPointerCapture(event.pointerId);
      goTo(event);
    });
    this.#slider.addEventListener('pointermove', event => {
      if (this.#slider.hasPointerCapture(event.pointerId)) goTo(event);
    });
    this.element = h('div', { class: 'graph' }, this.#slider, h('div', { class: 'bands' }, ...this.#bands()));
  }

  show(ply: number): void {
    const percent = percentAt(this.#report, ply);
    for (const end of ['x1', 'x2']) this.#here.setAttribute(end, this.#x(ply));
    this.#dot.setAttribute('cx', this.#x(ply));
    this.#dot.setAttribute('cy', `${100 - (percent ?? 50)}%`);
    this.#dot.classList.toggle('unknown', percent === null);
    const played = plyAt(this.#report, ply);
    const where = played ? marked(played) : 'The start';
    const value = percent === null ? 'not evaluated' : `White ${chances(percent)}`;
    this.#slider.setAttribute('aria-valuenow', String(ply));
    this.#slider.setAttribute('aria-valuetext', `${where}: ${value}`);
  }

  #x(ply: number): string {
    return `${(100 * ply) / Math.max(1, this.#report.plies.length)}%`;
  }

  #mark(ply: ReviewedPly): SVGElement {
    const at = s('svg', { class: 'at', x: this.#x(ply.ply), y: `${100 - (ply.winPercent ?? 50)}%` });
    fill(at, ply.judgement && markShape(ply.judgement));
    return at;
  }

  /** Words below, as wide as the phases above. */
  #bands(): HTMLElement[] {
    return bandsOf(this.#report).map(({ name, moves }) => h('span', { '--moves': moves, title: name }, name));
  }
}

interface Point {
  ply: number;
  percent: number;
}

/** What is evaluated without a gap. */
function runsOf(report: ReviewReport): Point[][] {
  const runs: Point[][] = [[]];
  for (let ply = 0; ply <= report.plies.length; ply++) {
    const percent = percentAt(report, ply);
    if (percent === null) runs.push([]);
    else runs.at(-1)?.push({ ply, percent });
  }
  return runs.filter(run => run.length > 1);
}

const pathOf = (run: readonly Point[]): string =>
  run.map(({ ply, percent }, index) => `${index === 0 ? 'M' : 'L'}${ply} ${(HEIGHT - percent).toFixed(2)}`).join('');

interface Band {
  name: string;
  /** The first half-move. */
  from: number;
  moves: number;
}

function bandsOf(report: ReviewReport): Band[] {
  return PHASES.flatMap(phase => {
    const own = report.plies.filter(ply => ply.phase === phase);
    const [first] = own;
    if (!first) return [];
    return [{ name: capital(phaseName(report, phase)), from: first.ply, moves: own.length }];
  });
}

/** Mistakes as shapes, which are told apart without colours. */

const SHAPES: Record<Judgement, string> = {
  inaccuracy: 'M0-4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0-4.5Z',
  mistake: 'M0-6.5L6.5 0L0 6.5L-6.5 0Z',
  blunder: 'M0-7L7 5.5H-7Z',
};

const markShape = (judgement: Judgement): SVGElement =>
  s('path', { class: `shape ${judgement}`, d: SHAPES[judgement] });

/** What the shapes mean. */
export const marksLegend = (): HTMLElement =>
  h(
    'p',
    { class: 'marks' },
    ...JUDGEMENTS.map(judgement =>
      h('span', {}, s('svg', { viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, markShape(judgement)), judgement),
    ),
    h('span', { class: 'axis' }, "The light part is White's share of the chances."),
  );
