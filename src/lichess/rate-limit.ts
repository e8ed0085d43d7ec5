import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import type { ApiRequest } from './http-client.ts';

// https://lichess.org/api, "Rate limiting": a minute will mostly do.
const PAUSE_MS = 60_000;
/** A growing limit stops here. */
const LONGEST_MS = 600_000;
/** The longest that is heeded: no limit of Lichess is about more than a day. */
const DAY_MS = 86_400_000;

/** Lichess wants no more requests of this kind for a while. */
export function rateLimited(host: string, retryAfterMs: number): Fault {
  const minutes = Math.ceil(retryAfterMs / 60_000);
  const when = minutes === 1 ? 'a minute' : plural(minutes, 'minute');
  const message = `${host} asks for a pause after too many requests; try again in ${when}.`;
  return new Fault('rate-limited', message, { retryAfterMs });
}

/** When each route may be asked again after a status 429. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #ends = new Map<string, number>();
  /** How many limits there were in a row. */
  readonly #grown = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds to wait; 0 if it may be asked. */
  left(request: ApiRequest): number {
    return Math.max(0, (this.#ends.get(keyOf(request)) ?? 0) - this.#clock.now());
  }

  /** Returns its length in milliseconds: at least what Lichess asks for. */
  begin(request: ApiRequest, seconds: number): number {
    const key = keyOf(request);
    const before = this.#grown.get(key) ?? 0;
    const own = request.growingLimit ? Math.min(LONGEST_MS, PAUSE_MS * 2 ** before) : PAUSE_MS;
    const ms = Math.min(DAY_MS, Math.max(own, 1000 * seconds));
    this.#ends.set(key, this.#clock.now() + ms);
    this.#grown.set(key, before + 1);
    return ms;
  }

  /** After a good response the next limit is short again. */
  forget(request: ApiRequest): void {
    const key = keyOf(request);
    this.#ends.delete(key);
    this.#grown.delete(key);
  }
}

/** What a limit is about: a route, or the requests of one game there. */
const keyOf = ({ route, params, limitedBy }: ApiRequest): string =>
  limitedBy ? `${route} ${params[limitedBy] ?? ''}` : route;
