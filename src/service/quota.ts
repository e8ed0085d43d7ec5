import type { Fault, FaultCode } from '../base/fault.ts';
import type { Meter } from './jobs.ts';

/** How many questions may be asked. */
export interface Quota {
  /** How many questions may run at the same time. */
  readonly running: number;
  readonly hourly: number;
  /** How long engines may work for the questions of an hour; unlimited by default. */
  readonly engineSeconds?: number;
}

/** `next` is when the next question may be asked; undefined if it may be asked as soon as a running one has ended. */
export interface Refused {
  over: 'running' | 'hourly' | 'engine';
  /** The limit, in questions or in seconds of engine time. */
  most: number;
  next: number | undefined;
}

/** A question that was admitted and counted. */
export interface Ticket {
  readonly meter: Meter;
  /** Has to be called when the question is over, however it ended; more calls do nothing. */
  end(fault?: Fault): void;
}

const HOUR_MS = 60 * 60_000;
/** How many users, servers and addresses are remembered; the one whose last question is oldest is forgotten first. */
const MAX_REMEMBERED = 10_000;

/** Faults for which the asker is to blame. */
const THE_ASKERS: readonly FaultCode[] = ['bad-input', 'too-large'];
/** Faults of a question that was given up, which costs nothing if it only waited. */
const STOPPED: readonly FaultCode[] = ['cancelled', 'deadline'];

/** A question that was refused, failed by a fault of Kibitz, or was given up while it waited, is not counted. */
const costsNothing = ({ code }: Fault, hasBegun: boolean): boolean =>
  STOPPED.includes(code) ? !hasBegun : !THE_ASKERS.includes(code);

/** A question of the last hour. */
interface Asked {
  readonly at: number;
  engineMs: number;
}

interface Tally {
  running: number;
  /** Oldest first; never more than may be asked in an hour. */
  readonly asked: Asked[];
}

/** The quotas of many users, servers or addresses. */
export class Quotas {
  readonly #quota: Quota;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(quota: Quota, now: () => number = Date.now) {
    this.#quota = quota;
    this.#now = now;
  }

  /** Why this user, server or address may not ask now; undefined if it may. */
  refusal(id: string): Refused | undefined {
    const { running, hourly, engineSeconds = Number.POSITIVE_INFINITY } = this.#quota;
    const tally = this.#tally(id);
    const hourAgo = this.#now() - HOUR_MS;
    while ((tally.asked[0]?.at ?? Number.POSITIVE_INFINITY) <= hourAgo) tally.asked.shift();
    const [oldest] = tally.asked;
    // The hourly limit is checked first: waiting for a running question is of no use if the next is refused all the
    // same.
    if (oldest !== undefined && tally.asked.length >= hourly)
      return { over: 'hourly', most: hourly, next: oldest.at + HOUR_MS };
    const next = affordableAt(tally.asked, engineSeconds * 1000);
    if (next !== undefined) return { over: 'engine', most: engineSeconds, next };
    return tally.running >= running ? { over: 'running', most: running, next: undefined } : undefined;
  }

  /** Counts a question that was admitted. */
  take(id: string): Ticket {
    const tally = this.#tally(id);
    const asked: Asked = { at: this.#now(), engineMs: 0 };
    tally.running++;
    tally.asked.push(asked);
    let hasBegun = false;
    let isOver = false;
    return {
      meter: {
        begun: () => {
          hasBegun = true;
        },
        spent: engineMs => {
          asked.engineMs += engineMs;
        },
      },
      end: fault => {
        if (isOver) return;
        isOver = true;
        tally.running--;
        const place = fault && costsNothing(fault, hasBegun) ? tally.asked.indexOf(asked) : -1;
        if (place >= 0) tally.asked.splice(place, 1);
      },
    };
  }

  /**
   * Moves the one who asks to the end of the map, so that the first entry is the one that has not asked for longest.
   */
  #tally(id: string): Tally {
    const tally = this.#tallies.get(id) ?? { running: 0, asked: [] };
    this.#tallies.delete(id);
    this.#tallies.set(id, tally);
    if (this.#tallies.size > MAX_REMEMBERED) this.#tallies.delete(this.#tallies.keys().next().value as string);
    return tally;
  }
}

/**
 * When so many of these questions are an hour old that the others are below the limit; undefined if they are so now.
 */
function affordableAt(asked: readonly Asked[], limitMs: number): number | undefined {
  let spent = asked.reduce((sum, { engineMs }) => sum + engineMs, 0);
  let at: number | undefined;
  for (const question of asked) {
    if (spent < limitMs) break;
    spent -= question.engineMs;
    at = question.at + HOUR_MS;
  }
  return at;
}
