const MINUTE_MS = 60_000;
/** Whoever has not come for longest is forgotten first. */
const MAX_REMEMBERED = 10_000;

interface Minute {
  began: number;
  count: number;
}

/** How many requests come from each address in a minute. */
export class Rate {
  readonly #most: number;
  readonly #now: () => number;
  readonly #minutes = new Map<string, Minute>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts as many as it costs. Where that is too much: after how many seconds it is not. */
  take(visitor: string, cost = 1): number | undefined {
    const now = this.#now();
    const known = this.#minutes.get(visitor);
    const minute = known && known.began + MINUTE_MS > now ? known : { began: now, count: 0 };
    this.#minutes.delete(visitor);
    this.#minutes.set(visitor, minute);
    if (this.#minutes.size > MAX_REMEMBERED) this.#minutes.delete(this.#minutes.keys().next().value as string);
    if (minute.count + cost > this.#most) return Math.max(1, Math.ceil((minute.began + MINUTE_MS - now) / 1000));
    minute.count += cost;
    return undefined;
  }
}
