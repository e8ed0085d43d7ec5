import { later } from '../../base/clock.ts';
import { toFault } from '../../base/fault.ts';
import { abortGame, claimVictory, type OpponentGoneEvent } from '../../lichess/play.ts';
import type { GamePartOptions } from './game-info.ts';

/** Lichess rounds to whole seconds. */
const SURELY_MS = 500;
const ASK_MS = 10_000;

/** An absent opponent: a game that they do not begin is aborted, one that they leave is claimed. */
export class OpponentTimeout {
  readonly #options: GamePartOptions;
  #noStart: (() => void) | undefined;
  #claim: (() => void) | undefined;
  #again: (() => void) | undefined;

  constructor(options: GamePartOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** The opponent has to make the first move; the time runs from the first call. */
  expectStart(ms: number): void {
    this.#noStart ??= later(this.#options.clock, ms, () => void this.#ask('aborted', abortGame));
  }

  started(): void {
    this.#noStart?.();
    this.#noStart = undefined;
  }

  hear({ gone, claimWinInSeconds }: OpponentGoneEvent): void {
    this.#claim?.();
    this.#claim = undefined;
    if (!gone || claimWinInSeconds === undefined) return;
    const claim = () => void this.#ask('claimed', claimVictory);
    this.#claim = later(this.#options.clock, 1000 * claimWinInSeconds + SURELY_MS, claim);
  }

  /** Until it is done, or Lichess does not want it. */
  async #ask(what: string, ask: typeof abortGame): Promise<void> {
    const { client, clock, log, signal } = this.#options;
    const { id } = this.#options.info;
    try {
      await ask(client, id, { signal, deadlineMs: ASK_MS });
      log.info(`Lichess: ${id} is ${what}: the opponent is not there`);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = toFault(error);
      log.info(`Lichess: ${id} could not be ${what}: ${message}`);
      if (code !== 'bad-input') this.#again = later(clock, ASK_MS, () => void this.#ask(what, ask));
    }
  }

  #end(): void {
    this.started();
    this.#claim?.();
    this.#again?.();
  }
}
