import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Addresses are neither kept nor logged: the salt tells visitors apart for as long as the process lives. */
const SALT = randomBytes(16);

/** Who asks, as far as limits and turns go. */
export const visitorOf = (address: string): string =>
  `web:${createHmac('sha256', SALT).update(networkOf(address)).digest('base64url').slice(0, 16)}`;

/** With IPv6 a client has a whole /64 of addresses. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  const [before = '', after] = bare.toLowerCase().split('::');
  const groups = (text: string): string[] => text.split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...groups(after ?? '')];
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** How many of a thing each address has open at the same time: connections, requests, streams of a run. */
export class OpenLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What it returns has to be called once, when the line is closed; undefined where there are too many. */
  take(visitor: string): (() => void) | undefined {
    if (this.#of(visitor) >= this.#most) return undefined;
    this.#open.set(visitor, this.#of(visitor) + 1);
    return () => {
      const left = this.#of(visitor) - 1;
      if (left > 0) this.#open.set(visitor, left);
      else this.#open.delete(visitor);
    };
  }

  #of(visitor: string): number {
    return this.#open.get(visitor) ?? 0;
  }
}

const MINUTE_MS = 60_000;
/** Beyond this the address that has not come for longest is forgotten. */
const MAX_REMEMBERED = 10_000;

interface Minute {
  began: number;
  count: number;
}

/** How many requests come from each address in a minute. */
export class RateLimit {
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
