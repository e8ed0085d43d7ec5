import { EnvHttpProxyAgent } from 'undici';
import { Fault } from '../base/fault.ts';
import type { Failure } from '../base/result.ts';

/** First to last: moves and what ends a game; what the bot needs to play; all the rest. */
export const LANES = ['move', 'play', 'rest'] as const;
export type Lane = (typeof LANES)[number];

export type FormValue = string | number | boolean;
export type RequestBody =
  | { kind: 'form'; fields: Readonly<Record<string, FormValue>> }
  | { kind: 'text'; text: string };

/** One request, in the words of the API's description. */
export interface ApiRequest {
  /** Such as `/game/export/{gameId}`: what a pause is about. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, FormValue>>;
  accept: string;
  /** What a status means that is the asker's mistake, as a sentence; Lichess may have words of its own about it. */
  refusals: Readonly<Record<number, string | Failure | ((words: string) => string)>>;
  body?: RequestBody;
  /** Asked without a token. */
  anonymous?: boolean;
  /** `rest` if nothing is said. */
  lane?: Lane;
  /**
   * Whether to ask again: `once`, after a dropped connection, is the rule; `persist` after anything that may pass, until
   * the deadline; `never`. What a move pushes aside is asked again as well, unless it is `never`.
   */
  again?: 'once' | 'persist' | 'never';
  /** The parameter for whose value alone a pause counts. */
  pausedBy?: string;
  /** Of a stream: how long it may say nothing, if it is not as long as usual. */
  silenceMs?: number;
  /** Whether pauses in a row grow longer. */
  growingPause?: boolean;
}

export function pathOf({ route, params, query }: ApiRequest): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = formOf(query);
  return search ? `${path}?${search}` : path;
}

export const formOf = (fields: Readonly<Record<string, FormValue>>): string =>
  String(new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])));

/** Requests over HTTP, and what can go wrong on the way. */

export type Method = 'GET' | 'POST';

export interface HttpResponse {
  status: number;
  /** In seconds; 0 where nothing is said. */
  retryAfter: number;
  body: AsyncIterable<Uint8Array>;
}

/** What may have passed when it is tried again. */
export class RequestError extends Fault {
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

interface HttpClientOptions {
  /** Without a slash at its end. */
  url: string;
  userAgent: string;
  token?: string | undefined;
}

export class HttpClient {
  readonly host: string;
  readonly #url: string;
  readonly #userAgent: string;
  readonly #bearer: { authorization: string } | undefined;
  // Proxies as everybody names them: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. A stream is watched over by whoever reads it.
  readonly #agent = new EnvHttpProxyAgent({ bodyTimeout: 0, keepAliveTimeout: KEPT_MS });

  constructor({ url, userAgent, token }: HttpClientOptions) {
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
  async request(method: Method, { body, ...question }: ApiRequest, signal: AbortSignal): Promise<HttpResponse> {
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
  trouble(error: unknown): RequestError {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const why = REASONS[code] ?? (code || (error as Error).message);
    const message = `${this.host} cannot be reached (${why}); check your network, or try again later.`;
    return new RequestError(message, { dropped: DROPPED.includes(code), cause: error });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
