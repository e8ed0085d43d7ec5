import type { BoardContent, BoardView } from './board.ts';
import { fill, h } from './dom.ts';

/** A move of a line that the board can be sent to. */
interface Step {
  text: string;
  go: () => void;
}

/** What the board looks at besides what it is about. */
interface Sight extends BoardContent {
  /** Where that is, in a few words. */
  ribbon: string;
  steps?: readonly Step[];
  /** The one that is shown. */
  at?: number;
}

/** A board that looks ahead and says so, and comes back: what it is about never changes. */
export class PreviewBoard {
  readonly element: HTMLElement;
  /** The way back, and the moves of what is looked at. */
  readonly line = h('nav', { class: 'line', 'aria-label': 'The line on the board' });
  readonly #board: BoardView;
  readonly #ribbon = h('p', { class: 'ribbon', role: 'status' });
  readonly #back: Step;

  /** `around` is shown with the board and turns with it. */
  constructor(board: BoardView, back: Step, ...around: readonly HTMLElement[]) {
    this.#board = board;
    this.#back = back;
    board.element.append(h('div', { class: 'veil', 'aria-hidden': 'true' }));
    const stage = h('div', { class: 'stage' }, ...around, board.element);
    this.element = h('div', { class: 'looking' }, this.#ribbon, stage);
    this.#turn();
  }

  flip(): void {
    this.#board.flip();
    this.#turn();
  }

  #turn(): void {
    this.element.dataset.below = this.#board.orientation;
  }

  /** What it is about. */
  showOwn(shown: BoardContent, ribbon: string): void {
    this.#show({ ...shown, ribbon }, false);
    fill(this.line);
  }

  /** Something else, for a while. */
  showPreview({ steps = [], at, ...sight }: Sight): void {
    this.#show(sight, true);
    const back = h('button', { type: 'button', class: 'back', click: this.#back.go }, `← ${this.#back.text}`);
    const buttons = steps.map((step, index) => stepButton(step, index === at));
    const focused = this.line.contains(document.activeElement);
    fill(this.line, back, ...buttons);
    const current = buttons[at ?? -1];
    if (!current) return;
    if (focused) current.focus({ preventScroll: true });
    // Into sight, where the line has no room for all of it.
    const end = current.offsetLeft + current.offsetWidth - this.line.offsetLeft;
    this.line.scrollLeft = Math.max(0, end - this.line.clientWidth);
  }

  #show({ ribbon, ...shown }: Sight, ahead: boolean): void {
    this.#board.show(shown);
    this.element.classList.toggle('preview', ahead);
    if (this.#ribbon.textContent !== ribbon) this.#ribbon.textContent = ribbon;
  }
}

const stepButton = ({ text, go }: Step, current: boolean): HTMLElement =>
  h('button', { type: 'button', class: 'step', 'aria-current': current && 'step', click: go }, text);
