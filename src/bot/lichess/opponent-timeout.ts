import type { Logger } from 'pino';
import { later } from '../../base/clock.ts';
import { toFault } from '../../base/fault.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { abortGame, claimVictory, type OpponentGoneEvent } from '../../lichess/play.ts';

interface OpponentTimeoutOptions {
  client: LichessClient;
  log: Logger;
  id: string;
  signal: AbortSignal;
}

/** Lichess rounds to whole seconds. */
const SURELY_MS = 500;
const ASK_MS = 10_000;

/** An absent opponent: a game that they do not begin is aborted, one that they leave is claimed. */
export class OpponentTimeout {
  readonly #options: OpponentTimeoutOptions;
  #noStart: (() => void) | undefined;
  #claim: (() => void) | undefined;
  #again: (() => void) | undefined;

  constructor(options: OpponentTimeoutOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** The opponent has to make the first move; the time runs from the first call. */
  expectStart(ms: number): void {
    const { client, id } = this.#options;
    this.#noStart ??= later(
      client.clock,
      ms,
      () => void this.#ask('aborted', options => abortGame(client, id, options)),
    );
  }

  started(): void {
    this.#noStart?.();
    this.#noStart = undefined;
  }

  hear({ gone, claimWinInSeconds }: OpponentGoneEvent): void {
    const { client, id } = this.#options;
    this.#claim?.();
    this.#claim = undefined;
    if (!gone || claimWinInSeconds === undefined) return;
    const claim = () => void this.#ask('claimed', options => claimVictory(client, id, options));
    this.#claim = later(client.clock, 1000 * claimWinInSeconds + SURELY_MS, claim);
  }

  /** Until it is done, or Lichess does not want it. */
  async #ask(what: string, ask: (options: { signal: AbortSignal; deadlineMs: number }) => Promise<void>) {
    const { client, log, id, signal } = this.#options;
    try {
      await ask({ signal, deadlineMs: ASK_MS });
      log.info(`Lichess: ${id} is ${what}: the opponent is not there`);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = toFault(error);
      log.info(`Lichess: ${id} could not be ${what}: ${message}`);
      if (code !== 'bad-input') this.#again = later(client.clock, ASK_MS, () => void this.#ask(what, ask));
    }
  }

  #end(): void {
    this.started();
    this.#claim?.();
    this.#again?.();
  }
}
