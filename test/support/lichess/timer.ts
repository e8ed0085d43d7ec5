import type { Color } from 'chessops/types';
import { type Clock, later } from '../../../src/base/clock.ts';
import type { Setting } from './setting.ts';

/** The two chess clocks of a game. They start when both sides have made a move, as on Lichess. */
export class Timer {
  readonly #clock: Clock;
  readonly #increment: number;
  readonly #left: Record<Color, number>;
  #running: { color: Color; since: number } | undefined;
  #cancel = () => {};

  constructor(clock: Clock, { limit, increment }: NonNullable<Setting['clock']>) {
    this.#clock = clock;
    this.#increment = 1000 * increment;
    // Who has nothing to begin with gets the time of one move.
    const ms = 1000 * (limit || Math.max(increment, 3));
    this.#left = { white: ms, black: ms };
  }

  get runs(): boolean {
    return this.#running !== undefined;
  }

  left(color: Color): number {
    const { color: running, since } = this.#running ?? {};
    const spent = running === color && since !== undefined ? this.#clock.now() - since : 0;
    return Math.max(0, this.#left[color] - spent);
  }

  /** A side has moved; the other one is to. */
  press(color: Color, onFlag: () => void): void {
    const increment = this.#running ? this.#increment : 0;
    this.stop();
    this.#left[color] += increment;
    this.start(color === 'white' ? 'black' : 'white', onFlag);
  }

  start(color: Color, onFlag: () => void): void {
    this.stop();
    this.#running = { color, since: this.#clock.now() };
    this.#wait(color, onFlag);
  }

  stop(): void {
    this.#cancel();
    const [white, black] = [this.left('white'), this.left('black')];
    Object.assign(this.#left, { white, black });
    this.#running = undefined;
  }

  /** Timers may be early by a moment. */
  #wait(color: Color, onFlag: () => void): void {
    this.#cancel = later(this.#clock, this.left(color), () =>
      this.left(color) > 0 ? this.#wait(color, onFlag) : onFlag(),
    );
  }
}
