import { EnvHttpProxyAgent } from 'undici';
import { Fault, systemReason } from '../base/fault.ts';
import type { Failure } from '../base/result.ts';

/** The lanes of the queue, first to last: moves and what ends a game; what the bot needs to play; all the rest. */
export const LANES = ['move', 'play', 'rest'] as const;
export type Lane = (typeof LANES)[number];

export type FormFields = Readonly<Record<string, string | number | boolean>>;

/** A request, in the words of the API's description. */
export interface ApiRequest {
  /** Such as `/game/export/{gameId}`: rate limits are counted by it. */
  route: string;
  params?: Readonly<Record<string, string>>;
  query?: FormFields;
  /** JSON by default, of a stream NDJSON. */
  accept?: string;
  /**
   * What a status means that is a mistake in the request, as a sentence; Lichess may have words of its own about it.
   */
  refusals?: Readonly<Record<number, string | Failure | ((words: string) => string)>>;
  body?: { kind: 'form'; fields: FormFields } | { kind: 'text'; text: string };
  /** Sent without the token. */
  anonymous?: boolean;
  /** `rest` by default. */
  lane?: Lane;
  /**
   * Whether to send it again: `once`, after a dropped connection, by default; `persist` after every failure that may
   * pass, until the deadline; `never`. What a move pushes aside is sent again as well, unless it is `never`.
   */
  again?: 'once' | 'persist' | 'never';
  /** The parameter for whose value alone a rate limit counts. */
  limitedBy?: string;
  /** Of a stream: how long it may be silent. */
  silenceMs?: number;
  /** Whether rate limits in a row grow longer. */
  growingLimit?: boolean;
}

function pathOf({ route, params = {}, query = {} }: ApiRequest): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = formOf(query);
  return search ? `${path}?${search}` : path;
}

const formOf = (fields: FormFields): string =>
  String(new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])));

export type Method = 'GET' | 'POST';

export interface HttpResponse {
  status: number;
  /** In seconds; 0 where nothing is said. */
  retryAfter: number;
  body: AsyncIterable<Uint8Array>;
}

/** A request that failed and may succeed when it is sent again. */
export class RequestError extends Fault {
  /** The connection was lost, which happens to one that was kept open for too long. */
  readonly dropped: boolean;

  constructor(message: string, { dropped = false, ...options }: ErrorOptions & { dropped?: boolean } = {}) {
    super('lichess-failed', message, options);
    this.dropped = dropped;
  }
}

/** Connections are kept open for the next move: a new one costs three round trips. */
const KEPT_MS = 30_000;

const DROPPED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

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
  // Proxies: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. The silence of a stream is timed where it is read.
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

  /** Redirects are never followed: the token is for this server only. */
  async request(method: Method, { body, ...request }: ApiRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { origin, pathname, search } = new URL(this.#url + pathOf(request));
    const type = body && { 'content-type': body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'text/plain' };
    const reply = await this.#agent.request({
      origin,
      path: pathname + search,
      method,
      headers: {
        'user-agent': this.#userAgent,
        ...(!request.anonymous && this.#bearer),
        accept: request.accept ?? 'application/json',
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

  /** What went wrong while the request was sent or the response was read. */
  failure(error: unknown): RequestError {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const message = `${this.host} cannot be reached (${systemReason(error as Error)}); check your network, or try again later.`;
    return new RequestError(message, { dropped: DROPPED.includes(code), cause: error });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
