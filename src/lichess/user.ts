import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import { readBody } from './response.ts';
import { maybe, userBody } from './schema.ts';

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
        query: {},
        accept: 'application/json',
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
  const text = await client.get(
    {
      route: '/api/users/status',
      params: {},
      query: { ids: names.slice(0, MAX_NAMES).join(','), withGameIds: true },
      accept: 'application/json',
      refusals: {},
    },
    options,
  );
  const playing = readBody(client, text, statuses, 'a list of users');
  return new Map(playing.flatMap(({ id, playingId }): [string, string][] => (playingId ? [[id, playingId]] : [])));
}
