import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { within } from '../../base/clock.ts';
import { deferred } from '../../base/deferred.ts';
import { Fault } from '../../base/fault.ts';
import { RedisConnection } from './connection.ts';
import { handBack, takeLease } from './scripts.ts';

/** Long enough for a Redis that pauses or is restarted. After a bot has died, no other bot plays for so long. */
const LEASE_MS = 15_000;
/** The holder stops so long before the lease runs out: bots take up to two seconds for their last messages. */
const MARGIN_MS = 5_000;
/** How often the holder checks whether the lease has run out. */
const LOOK_MS = 250;
const FAREWELL_MS = 2_000;

/** Why the lease was not given: another process holds it, or Redis cannot be reached. */
export type Wait = { kind: 'taken' } | { kind: 'no-redis'; why: string };

export interface LeaseOptions {
  url: string;
  log: Logger;
  /** Of all processes that use the same name one at a time holds the lease. */
  name: string;
  /** What the lease is for, as its fault names it. */
  what: string;
  /** Called when the process has to wait, and again when the reason has changed. */
  onWait?: (wait: Wait) => void;
  leaseMs?: number;
  marginMs?: number;
  /** The time between two renewals. */
  beatMs?: number;
}

/** A moment by two clocks: the wall clock may be set, and the steady one stops while the machine sleeps. */
interface Moment {
  steady: number;
  wall: number;
}

const moment = (): Moment => ({ steady: performance.now(), wall: Date.now() });
/** The longer of both: giving the lease up too early does no harm. */
const since = (then: Moment): number => Math.max(performance.now() - then.steady, Date.now() - then.wall);

/**
 * The right to do something alone among all processes that use one Redis. The lease is requested until it is given, and
 * renewed every second. Its holder counts from before each request, and less time than Redis does: so it has stopped
 * before another process can get the lease, also if Redis is lost or the process was held up. A lease that is lost is
 * over; the next attempt takes a new one.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #leaseMs: number;
  /** How long the holder may count on a lease. */
  readonly #safeMs: number;
  readonly #connection: RedisConnection;
  readonly #looking: NodeJS.Timeout;
  readonly #begun = deferred<void>();
  readonly #lost = deferred<never>();
  #token = randomUUID();
  /** When the last request was sent that was granted. */
  #given: Moment | undefined;
  #wait: string | undefined;
  #isOver = false;

  constructor(options: LeaseOptions) {
    const { url, log, beatMs, leaseMs = LEASE_MS, marginMs = MARGIN_MS } = options;
    this.#options = options;
    this.#leaseMs = leaseMs;
    this.#safeMs = leaseMs - marginMs;
    this.#lost.promise.catch(() => undefined); // handled where `lost` is awaited
    this.#looking = setInterval(() => this.isHeld, LOOK_MS);
    this.#connection = new RedisConnection({
      // Problems of Redis are logged by the connection of the service.
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

  /** Checked by the clock, as the lease may have run out while this process slept. */
  get isHeld(): boolean {
    if (this.#isOver || !this.#given) return false;
    if (since(this.#given) < this.#safeMs) return true;
    this.#lose(`no word from Redis for ${Math.round(this.#safeMs / 1000)} s`);
    return false;
  }

  async #beat(redis: Redis): Promise<void> {
    if (this.#isOver) return;
    const { name } = this.#options;
    const [token, held, asked] = [this.#token, this.isHeld, moment()];
    const isOurs = await takeLease(redis, { name, token, ms: this.#leaseMs, held });
    if (this.#isOver) return;
    if (!isOurs) {
      if (this.isHeld) this.#lose('another bot has taken over');
      else this.#waits({ kind: 'taken' });
    } else if (since(asked) < this.#safeMs) this.#given = asked;
    else {
      // The answer is too old to be of use, and a later request may have been sent: the lease is handed back.
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

  /** Frees the lease at once if Redis can be reached. */
  async close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#looking);
    const { name } = this.#options;
    if (this.#connection.isUp) await within(FAREWELL_MS, handBack(this.#connection.redis, name, this.#token));
    this.#connection.close();
  }
}
