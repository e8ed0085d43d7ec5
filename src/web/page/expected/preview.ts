import type { ExpectedReport } from '../../../analysis/expected/report.ts';
import { plural } from '../../../chess/words.ts';
import type { BoardView } from '../board.ts';
import { fill, h } from '../dom.ts';
import { nodesAlong, numbered, type Path } from './path.ts';

/** The board looks ahead, and comes back: the analysis itself never changes. */
export class Preview {
  readonly element: HTMLElement;
  readonly #report: ExpectedReport;
  readonly #board: BoardView;
  readonly #ribbon = h('p', { class: 'ribbon', role: 'status' });
  readonly #bar = h('nav', { class: 'line', 'aria-label': 'The line on the board' });
  readonly #changed: (path: Path | undefined) => void;
  #path: Path | undefined;

  constructor(report: ExpectedReport, board: BoardView, changed: (path: Path | undefined) => void) {
    this.#report = report;
    this.#board = board;
    this.#changed = changed;
    board.element.append(h('div', { class: 'veil', 'aria-hidden': 'true' }));
    this.element = h('div', { class: 'looking' }, this.#ribbon, board.element, this.#bar);
  }

  get path(): Path | undefined {
    return this.#path;
  }

  /** `arrows` are those of the moves that are spoken of. */
  leave(arrows: readonly string[]): void {
    this.#path = undefined;
    this.#board.show({ fen: this.#report.fen, arrows });
    this.element.classList.remove('preview');
    this.#ribbon.textContent = 'The position that was analysed';
    fill(this.#bar);
    this.#changed(undefined);
  }

  show(path: Path): void {
    const nodes = nodesAlong(this.#report, path);
    const node = nodes.at(-1);
    if (!node) return;
    this.#path = path;
    this.#board.show({ fen: node.fen, last: node.uci });
    this.element.classList.add('preview');
    this.#ribbon.textContent = `Preview: ${plural(path.length, 'half-move')} ahead`;
    fill(
      this.#bar,
      h('button', { type: 'button', class: 'back', 'data-does': 'back' }, '← Back to analysis'),
      ...nodes.map((one, index) =>
        h(
          'button',
          {
            type: 'button',
            class: 'step',
            'aria-current': one === node && 'step',
            click: () => this.show(path.slice(0, index + 1)),
          },
          index === 0 || one.fen.split(' ')[1] === 'b' ? numbered(one) : one.san,
        ),
      ),
    );
    this.#changed(path);
  }
}
