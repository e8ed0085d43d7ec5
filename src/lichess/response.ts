import type { z } from 'zod';
import { badInput, Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import { legible } from '../base/text.ts';
import { type ApiRequest, type HttpResponse, RequestError } from './http-client.ts';
import { type RateLimits, rateLimited } from './rate-limit.ts';
import { errorBody, rateLimitBody } from './schema.ts';

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

interface Server {
  host: string;
  hasToken: boolean;
  limits: RateLimits;
}

/** What a status other than 200 means. */
export async function responseFault(response: HttpResponse, request: ApiRequest, server: Server): Promise<Fault> {
  const { status, retryAfter } = response;
  const { host, limits } = server;
  const said = parseJson(await textOf(response, host));
  if (status === 429) {
    const seconds = rateLimitBody.safeParse(said).data?.ratelimit.seconds ?? retryAfter;
    return rateLimited(host, limits.begin(request, seconds));
  }
  const refusal = request.refusals[status];
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

interface LineReader {
  host: string;
  complain(message: string): void;
}

/** Lines of a stream by their type. Unknown types are left out; a line that does not fit its schema is logged. */
export async function* readLines<T>(
  client: LineReader,
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
