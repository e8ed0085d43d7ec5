import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { badInput, Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import { legible, plural } from '../base/text.ts';
import { type ApiRequest, type HttpResponse, RequestError } from './http-client.ts';
import type { StreamReader } from './ndjson.ts';

/** A long game takes 10 kB with its clocks and evaluations, a rich chapter of a study ten times that. */
export const MAX_BYTES = 1_000_000;

/** Bytes are put together first: a chunk may end within a letter. */
export async function textOf({ body }: Pick<HttpResponse, 'body'>, host: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    const endless = `${host} sent more than ${MAX_BYTES / 1e6} MB, which is more than a game takes.`;
    if (bytes > MAX_BYTES) throw new Fault('lichess-failed', endless);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// https://lichess.org/api, "Rate limiting": a minute will mostly do.
const PAUSE_MS = 60_000;
/** A growing limit stops here. */
const LONGEST_MS = 600_000;
/** The longest that is heeded: no limit of Lichess is about more than a day. */
const DAY_MS = 86_400_000;

/** Lichess wants no more requests of this kind for a while. */
export function rateLimited(host: string, retryAfterMs: number): Fault {
  const minutes = Math.ceil(retryAfterMs / 60_000);
  const when = minutes === 1 ? 'a minute' : plural(minutes, 'minute');
  const message = `${host} asks for a pause after too many requests; try again in ${when}.`;
  return new Fault('rate-limited', message, { retryAfterMs });
}

/** When each route may be asked again after a status 429. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #ends = new Map<string, number>();
  /** How many limits there were in a row. */
  readonly #grown = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds to wait; 0 if it may be asked. */
  left(request: ApiRequest): number {
    return Math.max(0, (this.#ends.get(keyOf(request)) ?? 0) - this.#clock.now());
  }

  /** Returns its length in milliseconds: at least what Lichess asks for. */
  begin(request: ApiRequest, seconds: number): number {
    const key = keyOf(request);
    const before = this.#grown.get(key) ?? 0;
    const own = request.growingLimit ? Math.min(LONGEST_MS, PAUSE_MS * 2 ** before) : PAUSE_MS;
    const ms = Math.min(DAY_MS, Math.max(own, 1000 * seconds));
    this.#ends.set(key, this.#clock.now() + ms);
    this.#grown.set(key, before + 1);
    return ms;
  }

  /** After a good response the next limit is short again. */
  forget(request: ApiRequest): void {
    const key = keyOf(request);
    this.#ends.delete(key);
    this.#grown.delete(key);
  }
}

/** What a limit is about: a route, or the requests of one game there. */
const keyOf = ({ route, params = {}, limitedBy }: ApiRequest): string =>
  limitedBy ? `${route} ${params[limitedBy] ?? ''}` : route;

interface Server {
  host: string;
  hasToken: boolean;
  limits: RateLimits;
}

/** Sometimes sent with a status 429: which limit it was, and for how long. */
const rateLimitBody = z.object({ ratelimit: z.object({ seconds: z.number().positive() }) });
/** Sent with a status 400 or 404. */
const errorBody = z.object({ error: z.string() });

/** What a status other than 200 means. */
export async function responseFault(response: HttpResponse, request: ApiRequest, server: Server): Promise<Fault> {
  const { status, retryAfter } = response;
  const { host, limits } = server;
  const said = parseJson(await textOf(response, host));
  if (status === 429) {
    const seconds = rateLimitBody.safeParse(said).data?.ratelimit.seconds ?? retryAfter;
    return rateLimited(host, limits.begin(request, seconds));
  }
  const refusal = request.refusals?.[status];
  const words = legible(errorBody.safeParse(said).data?.error ?? 'without a reason');
  if (typeof refusal === 'object') return badInput(refusal);
  if (refusal) return new Fault('bad-input', typeof refusal === 'string' ? refusal : refusal(words));
  if (status >= 500) return new RequestError(`${host} has trouble (it answered ${status}); try again later.`);
  if (status === 401 || status === 403) return new Fault('lichess-refused', unwelcome(status, server));
  const strange = `${host} answered ${status}, which Kibitz does not understand; is LICHESS_URL right?`;
  return new Fault('lichess-failed', strange);
}

function unwelcome(status: 401 | 403, { host, hasToken }: Server): string {
  if (!hasToken) return `LICHESS_TOKEN: not set, and ${host} wants one for this.`;
  return status === 401
    ? `LICHESS_TOKEN: ${host} does not know this one, or no longer; create a new one.`
    : 'LICHESS_TOKEN: this one may not do that; create one that may play as a bot (bot:play).';
}

/** The body of a response, checked; `what` names it in the sentence about one that does not fit. */
export function readBody<T>({ host }: Pick<Server, 'host'>, text: string, schema: z.ZodType<T>, what: string): T {
  const { success, data, error } = schema.safeParse(parseJson(text));
  if (success) return data;
  throw new Fault('lichess-failed', `${host} sent ${what} that Kibitz does not understand (${misfit(error)}).`);
}

/** Lines of a stream by their type. Unknown types are left out; a line that does not fit its schema is logged. */
export async function* readLines<T>(
  client: Pick<StreamReader, 'host' | 'complain'>,
  lines: AsyncIterable<unknown>,
  schemas: Readonly<Record<string, z.ZodType<T>>>,
  typeOf: (line: object) => unknown,
): AsyncGenerator<T, void, undefined> {
  for await (const line of lines) {
    const type = typeof line === 'object' && line !== null ? typeOf(line) : undefined;
    const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    if (!schema) continue;
    const { success, data, error } = schema.safeParse(line);
    if (success) yield data;
    else client.complain(`${client.host} sent a line "${type}" that Kibitz does not understand (${misfit(error)})`);
  }
}

/** The path of the first issue, and what it is. */
function misfit({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') || 'all of it';
  return `${path}: ${issue?.message ?? 'not right'}`;
}
