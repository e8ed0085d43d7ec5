import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { within } from '../../base/clock.ts';
import { deferred } from '../../base/deferred.ts';
import { Fault } from '../../base/fault.ts';
import { RedisConnection } from './connection.ts';
import { handBack, takeLease } from './scripts.ts';

/** Long enough for a Redis that pauses, and for one that is started anew; so long nobody plays when a bot has died. */
const LEASE_MS = 15_000;
/** What was done under it has to have ended before it runs out: bots take up to two seconds for their last words. */
const MARGIN_MS = 5_000;
/** How often the clock is looked at while nothing else happens. */
const LOOK_MS = 250;
const FAREWELL_MS = 2_000;

/** Why it is somebody else's turn. */
export type Wait = { kind: 'taken' } | { kind: 'no-redis'; why: string };

export interface LeaseOptions {
  url: string;
  log: Logger;
  /** All who use the same name take turns. */
  name: string;
  /** What it is for, in the words of whoever runs Kibitz. */
  what: string;
  /** Told when it has to wait, each time for another reason. */
  onWait?: (wait: Wait) => void;
  leaseMs?: number;
  marginMs?: number;
  /** Between two renewals. */
  beatMs?: number;
}

/** A moment, by two clocks: one may be set, and the other stands still while a machine sleeps. */
interface Moment {
  steady: number;
  wall: number;
}

const moment = (): Moment => ({ steady: performance.now(), wall: Date.now() });
/** The longer of both: whoever gives something up too soon does no harm. */
const since = (then: Moment): number => Math.max(performance.now() - then.steady, Date.now() - then.wall);

/**
 * The right to do something alone, among all processes that use one Redis. It is asked for until it is given, and renewed every
 * second. Its holder believes to have it for less time than Redis does, counted from before it asked, so that it has stopped
 * before anybody else begins, also if Redis is lost or the process was held up. Once lost it is over; the next try is another one.
 */
export class Lease {
  readonly #options: Required<Omit<LeaseOptions, 'onWait' | 'beatMs'>> & Pick<LeaseOptions, 'onWait'>;
  readonly #connection: RedisConnection;
  readonly #looking: NodeJS.Timeout;
  readonly #begun = deferred<void>();
  readonly #lost = deferred<never>();
  #token = randomUUID();
  /** When it was asked for the last time that it was given. */
  #given: Moment | undefined;
  #wait: string | undefined;
  #isOver = false;

  constructor(options: LeaseOptions) {
    const { url, log, beatMs } = options;
    this.#options = { leaseMs: LEASE_MS, marginMs: MARGIN_MS, ...options };
    this.#lost.promise.catch(() => undefined); // whoever asks for it hears of it
    this.#looking = setInterval(() => this.isHeld, LOOK_MS);
    this.#connection = new RedisConnection({
      // What there is to say about Redis is said by the link of the service.
      ...{ url, log: log.child({}, { level: 'silent' }), ...(beatMs && { beatMs }) },
      beat: redis => this.#beat(redis),
      onUp: () => undefined,
      onDown: why => this.#waits({ kind: 'no-redis', why }),
    });
  }

  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  /** By the clock: it may have run out while this process slept. */
  get isHeld(): boolean {
    if (this.#isOver || !this.#given) return false;
    const { leaseMs, marginMs } = this.#options;
    if (since(this.#given) < leaseMs - marginMs) return true;
    this.#lose(`no word from Redis for ${Math.round((leaseMs - marginMs) / 1000)} s`);
    return false;
  }

  async #beat(redis: Redis): Promise<void> {
    if (this.#isOver) return;
    const { name, leaseMs: ms, marginMs } = this.#options;
    const [token, held, asked] = [this.#token, this.isHeld, moment()];
    const isOurs = await takeLease(redis, { name, token, ms, held });
    if (this.#isOver) return;
    if (!isOurs) {
      if (this.isHeld) this.#lose('another bot has taken over');
      else this.#waits({ kind: 'taken' });
    } else if (since(asked) < ms - marginMs) this.#given = asked;
    else {
      // The answer is too old to be of use, and the question may have been asked again: it is nobody's.
      this.#token = randomUUID();
      await handBack(redis, name, token);
    }
    if (this.isHeld) this.#begun.resolve();
  }

  #waits(wait: Wait): void {
    if (this.#isOver || this.#given || this.#wait === wait.kind) return;
    this.#wait = wait.kind;
    this.#options.onWait?.(wait);
  }

  #lose(why: string): void {
    this.#isOver = true;
    const { what } = this.#options;
    this.#lost.reject(new Fault('busy', `${what}: ${why}, so this one makes room and comes back by itself.`));
  }

  /** It is free at once, if Redis is there. */
  async close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#looking);
    const { name } = this.#options;
    if (this.#connection.isUp) await within(FAREWELL_MS, handBack(this.#connection.redis, name, this.#token));
    this.#connection.close();
  }
}
