import { setMaxListeners } from 'node:events';
import { backoffMs, CLOCK, type Clock, later } from '../base/clock.ts';
import { cancelled, Fault, throwIfAborted } from '../base/fault.ts';
import { LinkedAbort } from '../base/linked-abort.ts';
import { type ApiRequest, HttpClient, type HttpResponse, type Method, RequestError } from './http-client.ts';
import { readValues } from './ndjson.ts';
import { Paused, RateLimits } from './rate-limit.ts';
import { RequestQueue } from './request-queue.ts';
import { refusalOf, textOf } from './response.ts';

export interface ClientOptions {
  /** Without a slash at its end. */
  url: string;
  /** Names the bot, and whom to write to about it. */
  userAgent: string;
  /** A secret. It is sent to `url` and to nobody else. */
  token?: string;
  /** Told of every request: the status of its answer, or that there was none. */
  onAnswer?: (status: number | undefined) => void;
  clock?: Clock;
  log?: ClientLog;
  /** For the back-off; tests pass their own. */
  random?: () => number;
  /** Asked before every request; what it throws is thrown instead of asking. */
  guard?: () => void;
  /** On whose behalf it is asked. */
  asker?: RequestOwner;
}

/** Somebody whose requests are counted, and who takes turns with others. */
export interface RequestOwner {
  name: string;
  /** Throws where it would be one request too many; what it returns is called when the request is over. */
  admit: () => () => void;
}

/** As much of a log as is needed here. */
export interface ClientLog {
  warn(what: object, message: string): void;
}

export interface RequestOptions {
  signal?: AbortSignal;
  /** Waiting in line included. Of a stream: for opening it. */
  deadlineMs?: number;
  /** Of a stream: it is open. */
  onOpen?: () => void;
}

/** One request until it is answered, however often it has to be made. */
interface Ask<T> {
  method: Method;
  question: ApiRequest;
  stop: LinkedAbort;
  deadlineMs: number;
  read: (reply: HttpResponse) => Promise<T>;
}

export const DEADLINE_MS = 30_000;
/** How long one attempt may take where a game depends on it. */
const ATTEMPT_MS = 3000;
const LONGEST_ATTEMPT_MS = 12_000;
const MAX_COMPLAINTS = 100;

/** Everything that is asked of Lichess goes through one of these, one request at a time as Lichess wants it. */
export class LichessClient {
  readonly url: string;
  readonly host: string;
  readonly clock: Clock;
  readonly #wire: HttpClient;
  readonly #line: RequestQueue;
  readonly #pauses: RateLimits;
  readonly #asker: Parameters<typeof refusalOf>[2];
  readonly #closing: AbortController;
  readonly #complaints = new Set<string>();
  readonly #options: ClientOptions;

  /** What asks for itself but goes the same way is given the client whose way that is. */
  constructor(options: ClientOptions, shared?: LichessClient) {
    const { url, clock = CLOCK } = options;
    this.#wire = shared ? shared.#wire : new HttpClient(options);
    this.url = url;
    this.host = this.#wire.host;
    this.clock = clock;
    this.#line = shared ? shared.#line : new RequestQueue(clock);
    this.#pauses = shared ? shared.#pauses : new RateLimits(clock);
    this.#closing = shared ? shared.#closing : new AbortController();
    this.#asker = { host: this.host, hasToken: this.#wire.hasToken, pauses: this.#pauses };
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // every request listens to it
  }

  /** For somebody who may have to stop at any moment: nothing is asked that the guard does not let through. */
  guarded(guard: () => void): LichessClient {
    return new LichessClient({ ...this.#options, guard }, this);
  }

  /** Asks on behalf of somebody. */
  onBehalfOf(asker: RequestOwner): LichessClient {
    return new LichessClient({ ...this.#options, asker }, this);
  }

  /** The text of an answer; everything but a 200 is a fault. */
  get(question: ApiRequest, options: RequestOptions = {}): Promise<string> {
    return this.#text('GET', question, options);
  }

  post(question: ApiRequest, options: RequestOptions = {}): Promise<string> {
    return this.#text('POST', question, options);
  }

  /**
   * What one connection brings, line by line, until the other end closes it. It is a fault if that says nothing for too
   * long, or if the signal is aborted; whoever stops reading closes it.
   */
  async *stream(question: ApiRequest, options: RequestOptions = {}): AsyncGenerator<unknown, void, undefined> {
    const stop = new LinkedAbort(options.signal, this.#closing.signal);
    try {
      const method = question.body ? 'POST' : 'GET';
      const { deadlineMs = DEADLINE_MS } = options;
      const { body } = await this.#ask({ method, question, stop, deadlineMs, read: async reply => reply });
      options.onOpen?.();
      yield* readValues(body, this, stop, question.silenceMs);
    } catch (error) {
      throwIfAborted(stop.signal);
      throw error instanceof Fault ? error : this.#wire.trouble(error);
    } finally {
      stop.abort(cancelled());
      stop.release();
    }
  }

  /** What Lichess sent and should not have sent is told once. */
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
    await this.#wire.close();
  }

  async #text(method: Method, question: ApiRequest, options: RequestOptions): Promise<string> {
    const stop = new LinkedAbort(options.signal, this.#closing.signal);
    const { deadlineMs = DEADLINE_MS } = options;
    const read = (reply: HttpResponse) => textOf(reply, this.host);
    try {
      return await this.#ask({ method, question, stop, deadlineMs, read });
    } finally {
      stop.release();
    }
  }

  async #ask<T>(ask: Ask<T>): Promise<T> {
    const { stop, deadlineMs } = ask;
    const late = `${this.host} did not answer within ${deadlineMs / 1000} s; try again later.`;
    const done = this.#options.asker?.admit();
    const callOff = later(this.clock, deadlineMs, () => stop.abort(new Fault('deadline', late)));
    try {
      return await this.#attempts(ask, this.clock.now() + deadlineMs);
    } finally {
      callOff();
      done?.();
    }
  }

  async #attempts<T>(ask: Ask<T>, until: number): Promise<T> {
    const { lane = 'rest', again = 'once' } = ask.question;
    const { signal } = ask.stop;
    const owner = this.#options.asker?.name;
    const place = { lane, owner, ticket: this.#line.ticket(), signal, again: again !== 'never' };
    for (let failures = 0; ; failures++) {
      try {
        return await this.#line.run(place, turn => this.#attempt(ask, turn, failures));
      } catch (error) {
        const ms = this.#waitAfter(error, again, failures);
        if (ms === undefined || this.clock.now() + ms >= until) throw error;
        await this.clock.sleep(ms, signal);
      }
    }
  }

  /** How long to wait before it is asked again; nothing if it is not. */
  #waitAfter(error: unknown, again: ApiRequest['again'], failures: number): number | undefined {
    if (again === 'persist' && error instanceof Paused) return error.ms;
    if (again === 'persist' && error instanceof RequestError) return backoffMs(failures, this.#options.random);
    if (again === 'once' && error instanceof RequestError && error.dropped && failures === 0) return 0;
    return undefined;
  }

  async #attempt<T>(ask: Ask<T>, turn: LinkedAbort, failures: number): Promise<T> {
    const { question } = ask;
    this.#options.guard?.();
    const pause = this.#pauses.left(question);
    if (pause > 0) throw new Paused(this.host, pause);
    const ms = attemptMs(question, failures);
    const slow = `${this.host} did not answer within ${ms / 1000} s; try again later.`;
    const callOff = later(this.clock, ms, () => turn.abort(new RequestError(slow)));
    const answer = await this.#answer(ask, turn).finally(callOff);
    if (answer instanceof Fault) throw answer;
    this.#pauses.forget(question);
    return answer;
  }

  /** A fault is an answer as well; what is thrown here ended before it was one. */
  async #answer<T>({ method, question, read }: Ask<T>, turn: LinkedAbort): Promise<T | Fault> {
    try {
      const reply = await this.#request(method, question, turn.signal);
      return await (reply.status === 200 ? read(reply) : refusalOf(reply, question, this.#asker));
    } catch (error) {
      throwIfAborted(turn.signal);
      const fault = error instanceof Fault ? error : this.#wire.trouble(error);
      turn.abort(fault); // the rest of it is not wanted
      throw fault;
    }
  }

  async #request(method: Method, question: ApiRequest, signal: AbortSignal): Promise<HttpResponse> {
    let status: number | undefined;
    try {
      const reply = await this.#wire.request(method, question, signal);
      status = reply.status;
      return reply;
    } finally {
      this.#options.onAnswer?.(status);
    }
  }
}

/** Where one fails, the next has twice as long; but moves of other games may wait behind a move. */
function attemptMs({ lane = 'rest' }: ApiRequest, failures: number): number {
  if (lane === 'rest') return Number.POSITIVE_INFINITY; // it has its deadline, and gives way
  return lane === 'move' ? ATTEMPT_MS : Math.min(LONGEST_ATTEMPT_MS, ATTEMPT_MS * 2 ** failures);
}
