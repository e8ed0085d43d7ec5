import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import type { ApiRequest } from './http-client.ts';

// https://lichess.org/api, "Rate limiting": a minute will mostly do.
const PAUSE_MS = 60_000;
/** As far as a pause grows by itself. */
const LONGEST_MS = 600_000;
/** The longest that is heeded: no limit of Lichess is about more than a day. */
const DAY_MS = 86_400_000;

/** Lichess wants no more of this for a while. */
export class Paused extends Fault {
  /** How long, still. */
  readonly ms: number;

  constructor(host: string, ms: number) {
    const minutes = Math.ceil(ms / 60_000);
    const when = minutes === 1 ? 'a minute' : plural(minutes, 'minute');
    super('rate-limited', `${host} asks for a pause after too many requests; try again in ${when}.`);
    this.ms = ms;
  }
}

/** What may be asked again when, after an answer 429. Counted by a clock that nobody sets. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #ends = new Map<string, number>();
  /** How many pauses there were in a row. */
  readonly #grown = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In milliseconds; nothing if it may be asked. */
  left(question: ApiRequest): number {
    return Math.max(0, (this.#ends.get(pathOf(question)) ?? 0) - this.#clock.now());
  }

  /** Returns how long it will be: at least as long as Lichess asks for. */
  begin(question: ApiRequest, seconds: number): number {
    const path = pathOf(question);
    const before = this.#grown.get(path) ?? 0;
    const own = question.growingPause ? Math.min(LONGEST_MS, PAUSE_MS * 2 ** before) : PAUSE_MS;
    const ms = Math.min(DAY_MS, Math.max(own, 1000 * seconds));
    this.#ends.set(path, this.#clock.now() + ms);
    this.#grown.set(path, before + 1);
    return ms;
  }

  /** It was answered: the next pause is a short one again. */
  forget(question: ApiRequest): void {
    const path = pathOf(question);
    this.#ends.delete(path);
    this.#grown.delete(path);
  }
}

/** What a pause is about: one route, or what one game asks there. */
const pathOf = ({ route, params, pausedBy }: ApiRequest): string =>
  pausedBy ? `${route} ${params[pausedBy] ?? ''}` : route;
