import type { z } from 'zod';
import { Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import type { LichessClient } from './client.ts';

/** From what Lichess sends to what Kibitz knows. */

/** The answer to a request; `what` names it in the sentence about one that does not fit. */
export function readBody<T>({ host }: LichessClient, text: string, schema: z.ZodType<T>, what: string): T {
  const { success, data, error } = schema.safeParse(parseJson(text));
  if (success) return data;
  throw new Fault('lichess-failed', `${host} sent ${what} that Kibitz does not understand (${misfit(error)}).`);
}

/** Lines by their type. Those that Kibitz does not know are none of its business; one that does not fit is told. */
export async function* readLines<T>(
  client: LichessClient,
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

/** Where the first trouble is, and what it is. */
function misfit({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') || 'all of it';
  return `${path}: ${issue?.message ?? 'not right'}`;
}
