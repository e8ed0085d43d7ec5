import { z } from 'zod';
import type { AskOptions, LichessClient } from './client.ts';
import { readBody } from './read.ts';
import { maybe } from './schema.ts';

const known = z.object({
  scopes: z.string().transform(scopes => scopes.split(',').filter(Boolean)),
  /** By the clock of the world; never, if undefined. */
  expires: maybe(z.number()),
});
export type TokenFacts = z.output<typeof known>;

/** What a token is good for; undefined if Lichess does not know it. It is sent to the server of the client and to no other. */
export async function testToken(
  client: LichessClient,
  token: string,
  options: AskOptions = {},
): Promise<TokenFacts | undefined> {
  const text = await client.post(
    {
      route: '/api/token/test',
      params: {},
      query: {},
      accept: 'application/json',
      body: { kind: 'text', text: token },
      refusals: {},
    },
    options,
  );
  return readBody(client, text, z.record(z.string(), maybe(known)), 'what it knows of a token')[token];
}
