import { badInput, Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import { legible } from '../base/text.ts';
import { Paused, type Pauses } from './pauses.ts';
import type { Question } from './question.ts';
import { errorBody, rateLimitBody } from './schema.ts';
import { type Reply, Trouble } from './wire.ts';

/** A long game takes 10 kB with its clocks and evaluations, a rich chapter of a study ten times that. */
export const MAX_BYTES = 1_000_000;

/** Bytes are put together first: a chunk may end within a letter. */
export async function textOf({ body }: Pick<Reply, 'body'>, host: string): Promise<string> {
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

interface Asker {
  host: string;
  hasToken: boolean;
  pauses: Pauses;
}

/** What an answer means that is none. */
export async function faultOf(reply: Reply, question: Question, asker: Asker): Promise<Fault> {
  const { status, retryAfter } = reply;
  const { host, pauses } = asker;
  const said = parseJson(await textOf(reply, host));
  if (status === 429) {
    const seconds = rateLimitBody.safeParse(said).data?.ratelimit.seconds ?? retryAfter;
    return new Paused(host, pauses.begin(question, seconds));
  }
  const refusal = question.refusals[status];
  const words = legible(errorBody.safeParse(said).data?.error ?? 'without a reason');
  if (typeof refusal === 'object') return badInput(refusal);
  if (refusal) return new Fault('bad-input', typeof refusal === 'string' ? refusal : refusal(words));
  if (status >= 500) return new Trouble(`${host} has trouble (it answered ${status}); try again later.`);
  if (status === 401 || status === 403) return new Fault('lichess-refused', unwelcome(status, asker));
  const strange = `${host} answered ${status}, which Kibitz does not understand; is LICHESS_URL right?`;
  return new Fault('lichess-failed', strange);
}

function unwelcome(status: 401 | 403, { host, hasToken }: Asker): string {
  if (!hasToken) return `LICHESS_TOKEN: not set, and ${host} wants one for this.`;
  return status === 401
    ? `LICHESS_TOKEN: ${host} does not know this one, or no longer; create a new one.`
    : 'LICHESS_TOKEN: this one may not do that; create one that may play as a bot (bot:play).';
}
