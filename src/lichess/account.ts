import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import { readBody } from './response.ts';
import { accountBody, maybe } from './schema.ts';

/**
 * The account that a token belongs to. The title is `BOT` once the account is upgraded; `games` counts all it has ever
 * played.
 */
export type Account = z.output<typeof accountBody>;

export async function fetchAccount(client: LichessClient, options: RequestOptions = {}): Promise<Account> {
  const request = { route: '/api/account', params: {}, query: {}, accept: 'application/json', refusals: {} };
  return readBody(client, await client.get(request, options), accountBody, 'an account');
}

/** Turns the account into a bot's, for good. Lichess refuses if it has played a game. */
export async function upgradeAccount(client: LichessClient, options: RequestOptions = {}): Promise<void> {
  await client.post(
    {
      route: '/api/bot/account/upgrade',
      params: {},
      query: {},
      accept: 'application/json',
      refusals: { 400: words => `account: ${client.host} does not make it a bot (${words}).` },
    },
    options,
  );
}

const known = z.object({
  scopes: z.string().transform(scopes => scopes.split(',').filter(Boolean)),
  /** In milliseconds since 1970; undefined if never. */
  expires: maybe(z.number()),
});
type TokenFacts = z.output<typeof known>;

/** What a token may do; undefined if Lichess does not know it. It is sent to the server of the client only. */
async function testToken(
  client: LichessClient,
  token: string,
  options: RequestOptions = {},
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

/** The scope to play, and to become a bot. */
const PLAY = 'bot:play';

/** Refuses a token that may listen but not play. One that Lichess does not know fails with the first request. */
export async function requirePlay(
  client: LichessClient,
  token: string,
  options: RequestOptions = {},
): Promise<TokenFacts | undefined> {
  const facts = await testToken(client, token, options);
  if (facts && !facts.scopes.includes(PLAY))
    throw new Fault(
      'lichess-refused',
      `LICHESS_TOKEN: this token may not play; create one that has the scope ${PLAY}.`,
    );
  return facts;
}
