import { EnvHttpProxyAgent } from 'undici';
import { Fault } from '../base/fault.ts';
import { formOf, pathOf, type Question } from './question.ts';

/** Requests over HTTP, and what can go wrong on the way. */

export type Method = 'GET' | 'POST';

export interface Reply {
  status: number;
  /** In seconds; 0 where nothing is said. */
  retryAfter: number;
  body: AsyncIterable<Uint8Array>;
}

/** What may have passed when it is tried again. */
export class Trouble extends Fault {
  /** The connection was lost, which happens to one that was kept open for too long. */
  readonly dropped: boolean;

  constructor(message: string, { dropped = false, ...options }: ErrorOptions & { dropped?: boolean } = {}) {
    super('lichess-failed', message, options);
    this.dropped = dropped;
  }
}

/** A move shall find a connection: a new one costs it three times the way there and back. */
const KEPT_MS = 30_000;

const DROPPED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNREFUSED: 'the connection was refused',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to it',
  ECONNRESET: 'the connection was dropped',
  EPIPE: 'the connection was dropped',
  UND_ERR_SOCKET: 'the connection was dropped',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

interface WireOptions {
  /** Without a slash at its end. */
  url: string;
  userAgent: string;
  token?: string | undefined;
}

export class Wire {
  readonly host: string;
  readonly #url: string;
  readonly #userAgent: string;
  readonly #bearer: { authorization: string } | undefined;
  // Proxies as everybody names them: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. A stream is watched over by whoever reads it.
  readonly #agent = new EnvHttpProxyAgent({ bodyTimeout: 0, keepAliveTimeout: KEPT_MS });

  constructor({ url, userAgent, token }: WireOptions) {
    this.host = new URL(url).host;
    this.#url = url;
    // Others would be refused with an error that shows them.
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new Fault('bad-input', 'LICHESS_TOKEN: it has a space or a strange letter in it; copy it once more.');
    this.#userAgent = userAgent;
    this.#bearer = token ? { authorization: `Bearer ${token}` } : undefined;
  }

  get hasToken(): boolean {
    return this.#bearer !== undefined;
  }

  /** Addresses elsewhere are never followed: the token is for this one. */
  async request(method: Method, { body, ...question }: Question, signal: AbortSignal): Promise<Reply> {
    const { origin, pathname, search } = new URL(this.#url + pathOf(question));
    const type = body && { 'content-type': body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'text/plain' };
    const reply = await this.#agent.request({
      origin,
      path: pathname + search,
      method,
      headers: {
        'user-agent': this.#userAgent,
        ...(!question.anonymous && this.#bearer),
        accept: question.accept,
        ...type,
      },
      ...(body && { body: body.kind === 'form' ? formOf(body.fields) : body.text }),
      signal,
    });
    return {
      status: reply.statusCode,
      retryAfter: Number(reply.headers['retry-after']) || 0,
      body: reply.body as AsyncIterable<Uint8Array>,
    };
  }

  /** What an error means that came up while asking or while reading the answer. */
  trouble(error: unknown): Trouble {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const why = REASONS[code] ?? (code || (error as Error).message);
    const message = `${this.host} cannot be reached (${why}); check your network, or try again later.`;
    return new Trouble(message, { dropped: DROPPED.includes(code), cause: error });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
