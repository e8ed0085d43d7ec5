import type { CandidateMove, ExpectedReport } from '../../../analysis/expected/report.ts';
import { ENGLISH } from '../../../chess/words.ts';
import { fill, h } from '../dom.ts';
import { exact, measured, whole } from '../tools.ts';

/** The moves as a table that is sorted by any column. */

interface Column {
  title: string;
  /** What the number means: shown as the tooltip of the title. */
  hint: string;
  /** More is better, or at least more interesting; null goes to the end. */
  value: (move: CandidateMove) => number | null;
  show: (move: CandidateMove) => Node | string;
}

const CONFIDENCE = { high: 3, medium: 2, low: 1 } as const;
const shareOrNothing = (share: number | null): string => (share === null ? '–' : whole(share));

const COLUMNS: readonly Column[] = [
  {
    title: 'Expected',
    hint: 'The share of the points that people of this rating get, given how people really go on',
    value: move => move.expected,
    show: move => measured(move.expected),
  },
  {
    title: 'Human',
    hint: 'What Maia expects of games between such people',
    value: move => move.human,
    show: move => exact(move.human),
  },
  {
    title: 'Stockfish',
    hint: 'The share of the points if both sides went on without a mistake',
    value: move => move.winrate,
    show: move => exact(move.winrate),
  },
  {
    title: 'Played',
    hint: 'How many people of this rating play it',
    value: move => move.maia,
    show: move => whole(move.maia),
  },
  {
    title: 'Confidence',
    hint: 'How much of what people play is in the tree: high above 80 %, low below 60 %',
    value: move => CONFIDENCE[move.confidence] + move.coverage / 2,
    show: move => h('span', { title: `${whole(move.coverage)} of what people play` }, move.confidence),
  },
  {
    title: 'Depth',
    hint: 'How many half-moves the lines go on, on average',
    value: move => move.treeDepth,
    show: move => ENGLISH.number(move.treeDepth, 1),
  },
  {
    title: 'Trap',
    hint: 'How often the first reply is a mistake',
    value: move => move.trap,
    show: move => shareOrNothing(move.trap),
  },
  {
    title: 'Risk',
    hint: 'How often the player goes wrong further on',
    value: move => move.risk,
    show: move => shareOrNothing(move.risk),
  },
];

export class MoveList {
  readonly element: HTMLElement;
  readonly #moves: readonly CandidateMove[];
  readonly #choose: (uci: string) => void;
  readonly #head = h('tr');
  readonly #body = h('tbody');
  #by = COLUMNS[0] as Column;
  #descending = true;
  #chosen: string | undefined;

  constructor({ moves }: ExpectedReport, choose: (uci: string) => void) {
    this.#moves = moves;
    this.#choose = choose;
    this.element = h(
      'div',
      { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'The moves' },
      h(
        'table',
        { class: 'moves' },
        h('caption', {}, 'Choose a move to see how games go on after it.'),
        h('thead', {}, this.#head),
        this.#body,
      ),
    );
    this.#draw();
  }

  choose(uci: string): void {
    this.#chosen = uci;
    for (const row of this.#body.rows) {
      row.classList.toggle('chosen', row.dataset.uci === uci);
      row.querySelector('button')?.setAttribute('aria-pressed', String(row.dataset.uci === uci));
    }
  }

  #sortBy(column: Column): void {
    this.#descending = this.#by === column ? !this.#descending : true;
    this.#by = column;
    this.#draw();
    this.#head.querySelector<HTMLElement>('[aria-sort] button')?.focus();
  }

  #sorted(): CandidateMove[] {
    const { value } = this.#by;
    const sign = this.#descending ? -1 : 1;
    return [...this.#moves].sort((a, b) => {
      const [one, two] = [value(a), value(b)];
      if (one === null || two === null) return Number(one === null) - Number(two === null);
      return sign * (one - two) || b.expected - a.expected;
    });
  }

  #draw(): void {
    fill(
      this.#head,
      h('th', { scope: 'col' }, 'Move'),
      ...COLUMNS.map(column =>
        h(
          'th',
          { scope: 'col', 'aria-sort': this.#by === column && (this.#descending ? 'descending' : 'ascending') },
          h('button', { type: 'button', title: column.hint, click: () => this.#sortBy(column) }, column.title),
        ),
      ),
    );
    fill(this.#body, ...this.#sorted().map(move => this.#row(move)));
    if (this.#chosen) this.choose(this.#chosen);
  }

  #row(move: CandidateMove): HTMLElement {
    const choose = () => this.#choose(move.uci);
    return h(
      'tr',
      { 'data-uci': move.uci, click: choose },
      h('th', { scope: 'row' }, h('button', { type: 'button', class: 'move', 'aria-pressed': 'false' }, move.san)),
      ...COLUMNS.map(({ show }) => h('td', {}, show(move))),
    );
  }
}
