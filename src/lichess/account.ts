import type { z } from 'zod';
import type { AskOptions, LichessClient } from './client.ts';
import { readBody } from './read.ts';
import { accountBody } from './schema.ts';

/** Whose token it is. The title is `BOT` once the account is upgraded; `games` counts all it has ever played. */
export type Account = z.output<typeof accountBody>;

export async function fetchAccount(client: LichessClient, options: AskOptions = {}): Promise<Account> {
  const question = { route: '/api/account', params: {}, query: {}, accept: 'application/json', refusals: {} };
  return readBody(client, await client.get(question, options), accountBody, 'an account');
}

/** Turns the account into a bot's, for good. Lichess refuses if it has played a game. */
export async function upgradeAccount(client: LichessClient, options: AskOptions = {}): Promise<void> {
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
