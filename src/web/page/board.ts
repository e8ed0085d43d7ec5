import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { altText } from '../../render/alt.ts';
import { fill, h } from './dom.ts';

/** What a board shows. */
interface BoardContent {
  fen: string;
  /** The move that led here. */
  last?: string | undefined;
  /** The best first. */
  arrows?: readonly string[];
}

const BRUSHES = ['green', 'blue', 'paleGrey'] as const;

/** A board that shows and is not played on. */
export class BoardView {
  readonly element: HTMLElement;
  readonly #ground: Api;
  readonly #mount = h('div', { class: 'ground' });
  #orientation: Color;
  #arrows: DrawShape[] = [];

  /** Until `signal` it listens to what happens around it. */
  constructor(orientation: Color, signal: AbortSignal) {
    this.#orientation = orientation;
    this.element = h('div', { class: 'board', role: 'img' }, this.#mount);
    this.#ground = Chessground(this.#mount, {
      orientation,
      viewOnly: true,
      coordinates: true,
      drawable: { enabled: false },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
    });
    const observer = new ResizeObserver(() => this.#redraw());
    observer.observe(this.#mount);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      this.#ground.destroy();
    });
  }

  /** The side below. */
  get orientation(): Color {
    return this.#orientation;
  }

  show({ fen, last, arrows = [] }: BoardContent): void {
    const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    const squares = last ? squaresOf(last) : undefined;
    this.#ground.set({
      fen,
      turnColor: position.turn,
      check: position.isCheck() && position.turn,
      lastMove: squares ?? [],
    });
    this.#arrows = arrows.map(arrowOf);
    if (this.#mount.isConnected) this.#ground.setAutoShapes(this.#arrows);
    const { board, turn } = position;
    const lastMove = squares && { from: parseSquare(squares[0]), to: parseSquare(squares[1]) };
    this.element.setAttribute('aria-label', altText({ board, turn, ...(lastMove && { lastMove }) }));
  }

  /** Arrows cannot be drawn before there is room for them, nor when the board has been put away. */
  #redraw(): void {
    if (this.#mount.clientWidth === 0) return;
    this.#ground.redrawAll();
    this.#ground.setAutoShapes(this.#arrows);
  }

  flip(): void {
    this.#orientation = this.#orientation === 'white' ? 'black' : 'white';
    this.#ground.set({ orientation: this.#orientation });
  }
}

type SquareKey = Exclude<Key, 'a0'>;
const squaresOf = (uci: string): [SquareKey, SquareKey] => [uci.slice(0, 2) as SquareKey, uci.slice(2, 4) as SquareKey];

function arrowOf(uci: string, place: number): DrawShape {
  const [orig, dest] = squaresOf(uci);
  return { orig, dest, brush: BRUSHES[Math.min(place, BRUSHES.length - 1)] ?? 'paleGrey' };
}

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
