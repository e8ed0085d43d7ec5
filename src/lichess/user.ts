import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import { readBody } from './response.ts';
import { maybe } from './schema.ts';

/** A user of Lichess, with a rating for each speed and variant that was played. */
type LichessUser =
  | { kind: 'user'; name: string; ratings: Readonly<Record<string, number>> }
  | { kind: 'closed'; name: string }
  | { kind: 'unknown' }
  /** Lichess allows no such name. */
  | { kind: 'no-name' };

/** Other names could change the path of the request. */
const NAME = /^[\w-]{2,30}$/;
const NO_USER = 'user: there is nobody of that name.';

/** Storms and the like have no rating, and closed accounts nothing but a name. */
const userBody = z.object({
  username: z.string(),
  disabled: z.boolean().optional(),
  perfs: z.record(z.string(), z.object({ games: z.number().optional(), rating: z.number().optional() })).default({}),
});

export async function fetchUser(
  client: LichessClient,
  name: string,
  options: RequestOptions = {},
): Promise<LichessUser> {
  if (!NAME.test(name)) return { kind: 'no-name' };
  try {
    const text = await client.get(
      {
        route: '/api/user/{username}',
        params: { username: name },
        refusals: { 404: NO_USER },
      },
      options,
    );
    return userIn(text, client);
  } catch (error) {
    if (error instanceof Fault && error.message === NO_USER) return { kind: 'unknown' };
    throw error;
  }
}

function userIn(text: string, client: LichessClient): LichessUser {
  const { username: name, disabled, perfs } = readBody(client, text, userBody, 'a user');
  if (disabled) return { kind: 'closed', name };
  const played = Object.entries(perfs).flatMap(([perf, { games, rating }]): [string, number][] =>
    games && rating ? [[perf, rating]] : [],
  );
  return { kind: 'user', name, ratings: Object.fromEntries(played) };
}

/** https://lichess.org/api#tag/users/GET/api/users/status; it may be asked every 5 seconds. */
const MAX_NAMES = 100;

/** GET /api/users/status. With `withGameIds` it has the ids of the games that are being played. */
const statuses = z.array(z.object({ id: z.string(), playingId: maybe(z.string().regex(/^\w{8}$/)) }));

/** Which games these people are playing now, by name in small letters. */
export async function fetchPlaying(
  client: LichessClient,
  names: readonly string[],
  options: RequestOptions = {},
): Promise<Map<string, string>> {
  const query = { ids: names.slice(0, MAX_NAMES).join(','), withGameIds: true };
  const text = await client.get({ route: '/api/users/status', query }, options);
  const playing = readBody(client, text, statuses, 'a list of users');
  return new Map(playing.flatMap(({ id, playingId }): [string, string][] => (playingId ? [[id, playingId]] : [])));
}

/**
 * The account that a token belongs to. The title is `BOT` once the account is upgraded; `games` counts all it has ever
 * played.
 */
export type Account = z.output<typeof accountBody>;
const accountBody = z
  .object({
    id: z.string(),
    username: z.string(),
    title: z.string().optional(),
    count: z.object({ all: z.number() }).optional(),
  })
  .transform(({ id, username, title, count }) => ({ id, name: username, title, games: count?.all ?? 0 }));

export async function fetchAccount(client: LichessClient, options: RequestOptions = {}): Promise<Account> {
  return readBody(client, await client.get({ route: '/api/account' }, options), accountBody, 'an account');
}

/** Turns the account into a bot's, for good. Lichess refuses if it has played a game. */
export async function upgradeAccount(client: LichessClient, options: RequestOptions = {}): Promise<void> {
  await client.post(
    {
      route: '/api/bot/account/upgrade',
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
  const text = await client.post({ route: '/api/token/test', body: { kind: 'text', text: token } }, options);
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
