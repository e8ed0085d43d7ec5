import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { cut, plural } from '../chess/words.ts';
import { deferred } from '../engine/deferred.ts';
import { Fault, throwIfAborted, toFault } from '../engine/fault.ts';
import { CLOCK, type Clock } from './clock.ts';
import { type Line, LineSplitter } from './ndjson.ts';
import { formOf, pathOf, type Question } from './question.ts';
import { errorBody, rateLimitBody } from './schema.ts';

export interface ClientOptions {
  /** Without a slash at its end. */
  url: string;
  /** Names the bot, and whom to write to about it. */
  userAgent: string;
  /** A secret. It is sent to `url` and to nobody else. */
  token?: string;
  clock?: Clock;
  log?: ClientLog;
}

/** As much of a log as is needed here. */
export interface ClientLog {
  warn(what: object, message: string): void;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** Waiting in line included. Of a stream: for opening it. */
  deadlineMs?: number;
}

const DEADLINE_MS = 30_000;
/** A long game takes 10 kB with its clocks and evaluations, a rich chapter of a study ten times that. */
const MAX_BYTES = 1_000_000;
/** After 429, at least: https://lichess.org/api, "Rate limiting". */
const PAUSE_MS = 60_000;

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

type Method = 'GET' | 'POST';
type Reply = Dispatcher.ResponseData;

/** Everything that is asked of Lichess goes through one of these, one request at a time as Lichess wants it. */
export class LichessClient {
  readonly url: string;
  readonly host: string;
  readonly clock: Clock;
  readonly #userAgent: string;
  readonly #bearer: { authorization: string } | undefined;
  readonly #log: ClientLog | undefined;
  // Proxies as everybody names them: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
  readonly #agent = new EnvHttpProxyAgent();
  /** Done when everything that was asked so far is. */
  #line: Promise<void> = Promise.resolve();
  /** When a route may be asked again, by a clock that nobody sets. */
  readonly #pauses = new Map<string, number>();
  readonly #complaints = new Set<string>();

  constructor({ url, userAgent, token, clock = CLOCK, log }: ClientOptions) {
    this.url = url;
    this.host = new URL(url).host;
    this.clock = clock;
    this.#log = log;
    this.#userAgent = userAgent;
    this.#bearer = token ? { authorization: `Bearer ${token}` } : undefined;
  }

  /** The text of an answer; everything but a 200 is a fault. */
  get(question: Question, options: AskOptions = {}): Promise<string> {
    return this.#before(options, signal => this.#inTurn(signal, () => this.#ask('GET', question, signal)));
  }

  post(question: Question, options: AskOptions = {}): Promise<string> {
    return this.#before(options, signal => this.#inTurn(signal, () => this.#ask('POST', question, signal)));
  }

  /** What one connection brings, line by line, until the other end closes it. Whoever stops reading closes it, too. */
  async *stream(question: Question, options: AskOptions = {}): AsyncGenerator<unknown, void, undefined> {
    const method = question.body ? 'POST' : 'GET';
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    try {
      const { body } = await this.#before(options, opening =>
        this.#inTurn(opening, () => this.#twice(opening, () => this.#open(method, question, signal))),
      );
      const splitter = new LineSplitter();
      for await (const chunk of body) yield* this.#values(splitter.push(chunk as Buffer));
      yield* this.#values(splitter.end());
    } catch (error) {
      throwIfAborted(signal);
      throw error instanceof Fault ? error : this.#unreachable(error);
    } finally {
      stop.abort();
    }
  }

  /** What Lichess sent and should not have, once. */
  complain(message: string): void {
    if (this.#complaints.has(message)) return;
    this.#complaints.add(message);
    this.#log?.warn({ host: this.host }, message);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  *#values(lines: readonly Line[]): Generator<unknown> {
    for (const line of lines) {
      if (line.kind === 'too-long') this.complain(`${this.host} sent a line that does not end`);
      else
        try {
          yield JSON.parse(line.text);
        } catch {
          this.complain(`${this.host} sent a line that is not JSON: ${cut(line.text, 100)}`);
        }
    }
  }

  async #before<T>(
    { signal, deadlineMs = DEADLINE_MS }: AskOptions,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = new AbortController();
    const late = `${this.host} did not answer within ${deadlineMs / 1000} s; try again later.`;
    const timer = setTimeout(() => deadline.abort(new Fault('deadline', late)), deadlineMs);
    try {
      return await ask(signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #inTurn<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    throwIfAborted(signal);
    // Whoever gives up while in line is answered at once; with the signal aborted, their turn passes without a request.
    const answer = deferred<T>(signal);
    this.#line = this.#line.then(() => ask().then(answer.resolve, error => answer.reject(toFault(error))));
    return answer.promise;
  }

  async #ask(method: Method, question: Question, signal: AbortSignal): Promise<string> {
    const text = await this.#twice(signal, async () => readText((await this.#open(method, question, signal)).body));
    if (text === undefined)
      throw this.#failed(`sent more than ${MAX_BYTES / 1e6} MB, which is more than a game takes.`);
    return text;
  }

  /** An answer that is one; what it says is still to come. */
  async #open(method: Method, question: Question, signal: AbortSignal): Promise<Reply> {
    const { route, refusals } = question;
    const pause = (this.#pauses.get(route) ?? 0) - this.clock.now();
    if (pause > 0) throw this.#pausing(pause);
    const reply = await this.#fetch(method, question, signal);
    const { statusCode: status, headers, body } = reply;
    if (status === 200) return reply;
    const text = (await readText(body)) ?? '';
    if (status === 429) {
      const seconds = limitOf(text) ?? (Number(headers['retry-after']) || 0);
      const ms = Math.max(PAUSE_MS, 1000 * seconds);
      this.#pauses.set(route, this.clock.now() + ms);
      throw this.#pausing(ms);
    }
    const refusal = refusals[status];
    if (refusal) throw new Fault('bad-input', typeof refusal === 'string' ? refusal : refusal(wordsOf(text)));
    if (status >= 500) throw this.#failed(`has trouble (it answered ${status}); try again later.`);
    throw this.#failed(`answered ${status}, which Kibitz does not understand; is LICHESS_URL right?`);
  }

  /** A connection that was kept may have been closed at the other end in the meantime: once is no trouble. */
  async #twice<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    for (const last of [false, true])
      try {
        return await ask();
      } catch (error) {
        throwIfAborted(signal);
        if (error instanceof Fault) throw error;
        if (last || !DROPPED.includes(codeOf(error))) throw this.#unreachable(error);
      }
    throw this.#failed('was not asked.');
  }

  #fetch(method: Method, { body, ...question }: Question, signal: AbortSignal): Promise<Reply> {
    const { origin, pathname, search } = new URL(this.url + pathOf(question));
    const type = body && { 'content-type': body.kind === 'form' ? 'application/x-www-form-urlencoded' : 'text/plain' };
    return this.#agent.request({
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
  }

  #pausing(ms: number): Fault {
    const minutes = Math.ceil(ms / 60_000);
    const when = minutes === 1 ? 'a minute' : plural(minutes, 'minute');
    return new Fault('rate-limited', `${this.host} asks for a pause after too many requests; try again in ${when}.`);
  }

  #failed(what: string): Fault {
    return new Fault('lichess-failed', `${this.host} ${what}`);
  }

  #unreachable(error: unknown): Fault {
    const code = codeOf(error);
    const why = REASONS[code] ?? (code || (error as Error).message);
    const message = `${this.host} cannot be reached (${why}); check your network, or try again later.`;
    return new Fault('lichess-failed', message, { cause: error });
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Undefined where it is too long to be read. Bytes are put together first: a chunk may end within a letter. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function limitOf(text: string): number | undefined {
  return rateLimitBody.safeParse(jsonOf(text)).data?.ratelimit.seconds;
}

const wordsOf = (text: string): string => cut(errorBody.safeParse(jsonOf(text)).data?.error ?? 'no reason given', 100);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // errors come with JSON, with plain text or with nothing
  }
}
