/** How much may be asked. */
export interface Quota {
  /** At the same time. */
  readonly running: number;
  readonly hourly: number;
}

/** `next` is when it can be asked again; undefined where that is when something else has ended. */
export interface Refused {
  over: keyof Quota;
  most: number;
  next: number | undefined;
}

const HOUR_MS = 60 * 60_000;
/** Whoever has not asked for longest is forgotten first. */
const MAX_REMEMBERED = 10_000;

interface Tally {
  running: number;
  /** When the questions of the last hour were asked, oldest first; never more than may be asked in one. */
  readonly asked: number[];
}

/** How much each of many may ask: users, servers, addresses. */
export class Quotas {
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(quota: Quota, now: () => number = Date.now) {
    this.#quota = quota;
    this.#now = now;
  }

  /** Why somebody may not ask now. */
  refusal(id: string): Refused | undefined {
    const { running, hourly } = this.#quota;
    const tally = this.#tally(id);
    const hourAgo = this.#now() - HOUR_MS;
    while ((tally.asked[0] ?? Number.POSITIVE_INFINITY) <= hourAgo) tally.asked.shift();
    const [oldest] = tally.asked;
    // The hour comes first: it is of no use to wait for what runs if the next is refused all the same.
    if (oldest !== undefined && tally.asked.length >= hourly)
      return { over: 'hourly', most: hourly, next: oldest + HOUR_MS };
    return tally.running >= running ? { over: 'running', most: running, next: undefined } : undefined;
  }

  /**
   * Counts a question. What it returns has to be called when that is over, however it ended; once is enough. What nobody
   * has looked into, because there was no room for it, is given back.
   */
  take(id: string): (end?: 'given back') => void {
    const tally = this.#tally(id);
    const at = this.#now();
    tally.running++;
    tally.asked.push(at);
    let isDone = false;
    return end => {
      if (isDone) return;
      isDone = true;
      tally.running--;
      const place = tally.asked.indexOf(at);
      if (end && place >= 0) tally.asked.splice(place, 1);
    };
  }

  /** Whoever asks moves to the end, and the first is the one who has not asked for longest. */
  #tally(id: string): Tally {
    const tally = this.#tallies.get(id) ?? { running: 0, asked: [] };
    this.#tallies.delete(id);
    this.#tallies.set(id, tally);
    if (this.#tallies.size > MAX_REMEMBERED) this.#tallies.delete(this.#tallies.keys().next().value as string);
    return tally;
  }
}
