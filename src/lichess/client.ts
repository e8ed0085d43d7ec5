import { setMaxListeners } from 'node:events';
import { backoffMs } from '../base/backoff.ts';
import { CLOCK, type Clock, later } from '../base/clock.ts';
import { cancelled, Fault, throwIfAborted } from '../base/fault.ts';
import { LinkedAbort } from '../base/linked-abort.ts';
import { type ApiRequest, HttpClient, type HttpResponse, type Method, RequestError } from './http-client.ts';
import { readValues } from './ndjson.ts';
import { RequestQueue } from './request-queue.ts';
import { RateLimits, rateLimited, responseFault, textOf } from './response.ts';

export interface ClientOptions {
  /** Without a slash at its end. */
  url: string;
  /** Names the bot and a contact. */
  userAgent: string;
  /** A secret: it is sent to `url` only. */
  token?: string;
  /** Called after every request with the status of its response, undefined if there was none. */
  onAnswer?: (status: number | undefined) => void;
  clock?: Clock;
  log?: ClientLog;
  /** For the back-off. */
  random?: () => number;
  /** Called before every request; if it throws, the request is not sent. */
  guard?: () => void;
  /** On whose behalf the requests are sent. */
  owner?: RequestOwner;
}

/** A user whose requests are counted, and who takes turns with other users. */
export interface RequestOwner {
  name: string;
  /** Throws if it is one request too many. The function that it returns is called when the request is over. */
  admit: () => () => void;
}

export interface ClientLog {
  warn(what: object, message: string): void;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** With the time in the queue. Of a stream: for opening it. */
  deadlineMs?: number;
  /** Called when a stream is open. */
  onOpen?: () => void;
}

/** A request with all its attempts until there is a response. */
interface Exchange<T> {
  method: Method;
  request: ApiRequest;
  stop: LinkedAbort;
  deadlineMs: number;
  read: (response: HttpResponse) => Promise<T>;
}

export const DEADLINE_MS = 30_000;
/** For one attempt where a game depends on it. */
const ATTEMPT_MS = 3000;
const LONGEST_ATTEMPT_MS = 12_000;
const MAX_COMPLAINTS = 100;

/** The API of Lichess: one request at a time, as Lichess wants it. */
export class LichessClient {
  readonly url: string;
  readonly host: string;
  readonly clock: Clock;
  readonly #http: HttpClient;
  readonly #queue: RequestQueue;
  readonly #limits: RateLimits;
  readonly #server: Parameters<typeof responseFault>[2];
  readonly #closing: AbortController;
  readonly #complaints = new Set<string>();
  readonly #options: ClientOptions;

  /** With `shared`: a client with options of its own on the connection, queue and limits of another one. */
  constructor(options: ClientOptions, shared?: LichessClient) {
    const { url, clock = CLOCK } = options;
    this.#http = shared ? shared.#http : new HttpClient(options);
    this.url = url;
    this.host = this.#http.host;
    this.clock = clock;
    this.#queue = shared ? shared.#queue : new RequestQueue(clock);
    this.#limits = shared ? shared.#limits : new RateLimits(clock);
    this.#closing = shared ? shared.#closing : new AbortController();
    this.#server = { host: this.host, hasToken: this.#http.hasToken, limits: this.#limits };
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // every request listens to it
  }

  /** The same client, with a guard that is called before every request. */
  guarded(guard: () => void): LichessClient {
    return new LichessClient({ ...this.#options, guard }, this);
  }

  onBehalfOf(owner: RequestOwner): LichessClient {
    return new LichessClient({ ...this.#options, owner }, this);
  }

  /** The text of the response; everything but a 200 is a fault. */
  get(request: ApiRequest, options: RequestOptions = {}): Promise<string> {
    return this.#text('GET', request, options);
  }

  post(request: ApiRequest, options: RequestOptions = {}): Promise<string> {
    return this.#text('POST', request, options);
  }

  /**
   * The values of an NDJSON stream until Lichess closes it. A long silence is a fault, and so is an aborted signal; to
   * stop reading closes the connection.
   */
  async *stream(request: ApiRequest, options: RequestOptions = {}): AsyncGenerator<unknown, void, undefined> {
    const stop = new LinkedAbort(options.signal, this.#closing.signal);
    try {
      const { deadlineMs = DEADLINE_MS } = options;
      const opening = { accept: 'application/x-ndjson', ...request };
      const read = async (response: HttpResponse) => response;
      const { body } = await this.#exchange({ method: 'GET', request: opening, stop, deadlineMs, read });
      options.onOpen?.();
      yield* readValues(body, this, stop, request.silenceMs);
    } catch (error) {
      throwIfAborted(stop.signal);
      throw error instanceof Fault ? error : this.#http.failure(error);
    } finally {
      stop.abort(cancelled());
      stop.release();
    }
  }

  /** Logs what Lichess should not have sent, each message once. */
  complain(message: string): void {
    const { size } = this.#complaints;
    if (size > MAX_COMPLAINTS || this.#complaints.has(message)) return;
    this.#complaints.add(message);
    const last = size === MAX_COMPLAINTS ? 'more has come that cannot be read; it is no longer told' : message;
    this.#options.log?.warn({ host: this.host }, last);
  }

  /** Ends everything, streams as well. */
  async close(): Promise<void> {
    this.#closing.abort(new Fault('closing', 'Kibitz is shutting down; please ask again later.'));
    await this.#http.close();
  }

  async #text(method: Method, request: ApiRequest, options: RequestOptions): Promise<string> {
    const stop = new LinkedAbort(options.signal, this.#closing.signal);
    const { deadlineMs = DEADLINE_MS } = options;
    const read = (response: HttpResponse) => textOf(response, this.host);
    try {
      return await this.#exchange({ method, request, stop, deadlineMs, read });
    } finally {
      stop.release();
    }
  }

  async #exchange<T>(exchange: Exchange<T>): Promise<T> {
    const { stop, deadlineMs } = exchange;
    const late = `${this.host} did not answer within ${deadlineMs / 1000} s; try again later.`;
    const done = this.#options.owner?.admit();
    const callOff = later(this.clock, deadlineMs, () => stop.abort(new Fault('deadline', late)));
    try {
      return await this.#attempts(exchange, this.clock.now() + deadlineMs);
    } finally {
      callOff();
      done?.();
    }
  }

  async #attempts<T>(exchange: Exchange<T>, until: number): Promise<T> {
    const { lane = 'rest', again = 'once' } = exchange.request;
    const { signal } = exchange.stop;
    const owner = this.#options.owner?.name;
    const queued = { lane, owner, ticket: this.#queue.ticket(), signal, again: again !== 'never' };
    for (let failures = 0; ; failures++) {
      try {
        return await this.#queue.run(queued, attempt => this.#attempt(exchange, attempt, failures));
      } catch (error) {
        const ms = this.#waitAfter(error, again, failures);
        if (ms === undefined || this.clock.now() + ms >= until) throw error;
        await this.clock.sleep(ms, signal);
      }
    }
  }

  /** How long to wait before the next attempt; undefined if there is none. */
  #waitAfter(error: unknown, again: ApiRequest['again'], failures: number): number | undefined {
    if (again === 'persist' && error instanceof Fault && error.retryAfterMs !== undefined) return error.retryAfterMs;
    if (again === 'persist' && error instanceof RequestError) return backoffMs(failures, this.#options.random);
    if (again === 'once' && error instanceof RequestError && error.dropped && failures === 0) return 0;
    return undefined;
  }

  async #attempt<T>(exchange: Exchange<T>, attempt: LinkedAbort, failures: number): Promise<T> {
    const { request } = exchange;
    this.#options.guard?.();
    const pause = this.#limits.left(request);
    if (pause > 0) throw rateLimited(this.host, pause);
    const ms = attemptMs(request, failures);
    const slow = `${this.host} did not answer within ${ms / 1000} s; try again later.`;
    const callOff = later(this.clock, ms, () => attempt.abort(new RequestError(slow)));
    const answer = await this.#response(exchange, attempt).finally(callOff);
    if (answer instanceof Fault) throw answer;
    this.#limits.forget(request);
    return answer;
  }

  /** A status other than 200 is returned as a fault; what is thrown ended before there was a response. */
  async #response<T>({ method, request, read }: Exchange<T>, attempt: LinkedAbort): Promise<T | Fault> {
    try {
      const response = await this.#request(method, request, attempt.signal);
      return await (response.status === 200 ? read(response) : responseFault(response, request, this.#server));
    } catch (error) {
      throwIfAborted(attempt.signal);
      const fault = error instanceof Fault ? error : this.#http.failure(error);
      attempt.abort(fault); // the rest of it is not wanted
      throw fault;
    }
  }

  async #request(method: Method, request: ApiRequest, signal: AbortSignal): Promise<HttpResponse> {
    let status: number | undefined;
    try {
      const response = await this.#http.request(method, request, signal);
      status = response.status;
      return response;
    } finally {
      this.#options.onAnswer?.(status);
    }
  }
}

/** Twice as long with every failure; but moves of other games may wait behind a move. */
function attemptMs({ lane = 'rest' }: ApiRequest, failures: number): number {
  if (lane === 'rest') return Number.POSITIVE_INFINITY; // it has its deadline, and gives way
  return lane === 'move' ? ATTEMPT_MS : Math.min(LONGEST_ATTEMPT_MS, ATTEMPT_MS * 2 ** failures);
}
