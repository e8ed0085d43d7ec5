import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { altText } from '../../render/alt.ts';
import { h } from './dom.ts';

/** What a board shows. */
export interface BoardContent {
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
    const room = new ResizeObserver(() => this.#redraw());
    room.observe(this.#mount);
    signal.addEventListener('abort', () => {
      room.disconnect();
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
