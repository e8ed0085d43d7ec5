import { createHmac, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { plural } from '../../base/text.ts';
import type { Trouble } from './messages.ts';
import { whenOver } from './responses.ts';

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

/** What one address may do; those behind a known proxy are told apart, those behind another one are one address. */
export interface VisitLimits {
  connections: number;
  /** Requests that are being answered, streams among them. */
  atOnce: number;
  perMinute: number;
  /** For a request to be sent whole. */
  requestMs: number;
  /** For a connection on which nothing is heard or read; streams have a heartbeat. */
  silenceMs: number;
  /** For an answer to be read whole, once it begins; streams are bounded by their run. */
  responseMs: number;
}

/**
 * A browser has up to six connections and makes three requests for its first page, then one. So a class of thirty
 * behind one address opens a page with 90 connections and requests. The largest page, 4 MB, comes within two minutes
 * over a line of 270 kbit/s.
 */
export const VISIT_LIMITS: VisitLimits = {
  ...{ connections: 100, atOnce: 50, perMinute: 300 },
  ...{ requestMs: 10_000, silenceMs: 30_000, responseMs: 120_000 },
};

/** From all addresses: 20 of them with all they may have. */
export const MAX_CONNECTIONS = 2_000;
/** On one connection: browsers open another; a client that sends more without waiting for answers is disconnected. */
export const REQUESTS_EACH = 100;
/** One connection too many is told so if it asks within this time. */
const REFUSED_MS = 2_000;
/** A page that is unpacked for a client without gzip counts as so many requests: it takes fifty times as long. */
export const UNPACKING_COST = 10;

const SOON_S = 10;

/** Who comes how often, on how many connections, and stays for how long. */
export class Visits {
  readonly #limits: VisitLimits;
  readonly #proxies = new BlockList();
  readonly #connections: OpenLimit;
  readonly #refused: OpenLimit;
  readonly #requests: OpenLimit;
  readonly #rate: RateLimit;
  readonly #tooMany = new WeakSet<Socket>();

  constructor(limits: VisitLimits, proxies: readonly string[], now: () => number) {
    this.#limits = limits;
    this.#connections = new OpenLimit(limits.connections);
    this.#refused = new OpenLimit(limits.connections);
    this.#requests = new OpenLimit(limits.atOnce);
    this.#rate = new RateLimit(limits.perMinute, now);
    for (const proxy of proxies) {
      const [address = '', bits] = proxy.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#proxies.addAddress(address, family);
      else this.#proxies.addSubnet(address, Number(bits), family);
    }
  }

  guard(server: Server): void {
    server.maxConnections = MAX_CONNECTIONS;
    server.maxRequestsPerSocket = REQUESTS_EACH;
    // Each more would be refused by Node, thousands of them before anything else is done.
    server.on('dropRequest', (_request, socket) => socket.destroy());
    server.on('connection', socket => this.#connected(socket));
  }

  /** Through a known proxy come many, each of whom is counted by request. */
  #connected(socket: Socket): void {
    // Each request that waits on it listens for its end.
    socket.setMaxListeners(0);
    const address = socket.remoteAddress ?? '';
    if (this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const network = networkOf(address);
    const leave = this.#connections.take(network);
    if (leave) return void socket.once('close', leave);
    const leaveRefused = this.#refused.take(network);
    if (!leaveRefused) return void socket.destroy();
    this.#tooMany.add(socket);
    const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      leaveRefused();
    });
  }

  /** Counts a request until it is answered, or says why it is not. */
  refusal({ ip, raw }: FastifyRequest, reply: FastifyReply): Trouble | undefined {
    const { connections, atOnce } = this.#limits;
    if (this.#tooMany.has(raw.socket)) {
      reply.header('connection', 'close');
      return tooMany(`${plural(connections, 'connection')} at a time`, SOON_S);
    }
    const visitor = visitorOf(ip);
    const seconds = this.#rate.take(visitor);
    if (seconds !== undefined) return this.#tooOften(seconds);
    const leave = this.#requests.take(visitor);
    if (!leave) return tooMany(`${plural(atOnce, 'request')} at a time`, SOON_S);
    whenOver(raw, reply.raw, leave);
    return undefined;
  }

  /** What costs more than other requests. */
  extra({ ip }: FastifyRequest, cost: number): Trouble | undefined {
    const seconds = this.#rate.take(visitorOf(ip), cost);
    return seconds === undefined ? undefined : this.#tooOften(seconds);
  }

  /** From when an answer is sent. */
  limitTime({ raw }: FastifyRequest, reply: FastifyReply): void {
    const timer = setTimeout(() => raw.socket.destroy(), this.#limits.responseMs).unref();
    whenOver(raw, reply.raw, () => clearTimeout(timer));
  }

  #tooOften = (seconds: number): Trouble => tooMany(`${plural(this.#limits.perMinute, 'request')} a minute`, seconds);
}

const tooMany = (what: string, retryAfterS: number): Trouble => ({
  ...{ status: 429, retryAfterS },
  message: `${what} from where you are, please; try again in ${plural(retryAfterS, 'second')}.`,
});
