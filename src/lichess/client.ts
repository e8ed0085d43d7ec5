import { EnvHttpProxyAgent } from 'undici';
import { plural } from '../chess/words.ts';
import { deferred } from '../engine/deferred.ts';
import { Fault, throwIfAborted, toFault } from '../engine/fault.ts';
import { rateLimitBody } from './schema.ts';

export interface ClientOptions {
  /** Without a slash at its end. */
  url: string;
  userAgent: string;
}

/** One request, in the words of the API's description. */
export interface Question {
  /** Such as `/game/export/{gameId}`: what a pause is about. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | number | boolean>>;
  accept: string;
  /** What a status means that is the asker's mistake, as a sentence. */
  refusals: Readonly<Record<number, string>>;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** Waiting in line included. */
  deadlineMs?: number;
}

interface Answer {
  status: number;
  retryAfter: number;
  /** None where it was too long. */
  text: string | undefined;
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

/** Everything that is asked of Lichess goes through one of these, one request at a time as Lichess wants it. */
export class LichessClient {
  readonly url: string;
  readonly host: string;
  readonly #userAgent: string;
  // Proxies as everybody names them: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
  readonly #agent = new EnvHttpProxyAgent();
  /** Done when everything that was asked so far is. */
  #line: Promise<void> = Promise.resolve();
  /** When a route may be asked again, by a clock that nobody sets. */
  readonly #pauses = new Map<string, number>();

  constructor({ url, userAgent }: ClientOptions) {
    this.url = url;
    this.host = new URL(url).host;
    this.#userAgent = userAgent;
  }

  /** The text of an answer; everything but a 200 is a fault. */
  async get(question: Question, { signal, deadlineMs = DEADLINE_MS }: AskOptions = {}): Promise<string> {
    const deadline = new AbortController();
    const late = `${this.host} did not answer within ${deadlineMs / 1000} s; try again later.`;
    const timer = setTimeout(() => deadline.abort(new Fault('deadline', late)), deadlineMs);
    try {
      return await this.#inTurn(question, signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #inTurn(question: Question, signal: AbortSignal): Promise<string> {
    throwIfAborted(signal);
    // Whoever gives up while in line is answered at once; with the signal aborted, their turn passes without a request.
    const answer = deferred<string>(signal);
    this.#line = this.#line.then(() =>
      this.#ask(question, signal).then(answer.resolve, error => answer.reject(toFault(error))),
    );
    return answer.promise;
  }

  async #ask(question: Question, signal: AbortSignal): Promise<string> {
    const { route, refusals } = question;
    const pause = (this.#pauses.get(route) ?? 0) - performance.now();
    if (pause > 0) throw this.#pausing(pause);
    const { status, retryAfter, text } = await this.#fetchTwice(question, signal);
    if (status === 429) {
      const seconds = limitOf(text ?? '') ?? retryAfter;
      const ms = Math.max(PAUSE_MS, 1000 * seconds);
      this.#pauses.set(route, performance.now() + ms);
      throw this.#pausing(ms);
    }
    const refusal = refusals[status];
    if (refusal) throw new Fault('bad-input', refusal);
    if (status >= 500) throw this.#failed(`has trouble (it answered ${status}); try again later.`);
    if (status !== 200)
      throw this.#failed(`answered ${status}, which Kibitz does not understand; is LICHESS_URL right?`);
    if (text === undefined)
      throw this.#failed(`sent more than ${MAX_BYTES / 1e6} MB, which is more than a game takes.`);
    return text;
  }

  /** A connection that was kept may have been closed at the other end in the meantime: once is no trouble. */
  async #fetchTwice(question: Question, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#fetch(question, signal);
    } catch (error) {
      throwIfAborted(signal);
      if (!DROPPED.includes(codeOf(error))) throw this.#unreachable(error);
    }
    try {
      return await this.#fetch(question, signal);
    } catch (error) {
      throwIfAborted(signal);
      throw this.#unreachable(error);
    }
  }

  async #fetch(question: Question, signal: AbortSignal): Promise<Answer> {
    const { origin, pathname, search } = new URL(this.url + pathOf(question));
    const { statusCode, headers, body } = await this.#agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      headers: { accept: question.accept, 'user-agent': this.#userAgent },
      signal,
    });
    return { status: statusCode, retryAfter: Number(headers['retry-after']) || 0, text: await readText(body) };
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

function pathOf({ route, params, query }: Question): string {
  const path = route.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length > 0 ? `${path}?${search.join('&')}` : path;
}

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
  try {
    return rateLimitBody.safeParse(JSON.parse(text)).data?.ratelimit.seconds;
  } catch {
    return undefined; // 429 comes with JSON, with plain text or with nothing
  }
}
