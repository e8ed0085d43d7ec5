import { z } from 'zod';
import type { AskOptions, LichessClient } from './client.ts';
import { readBody } from './read.ts';
import { maybe } from './schema.ts';

/** https://lichess.org/api#tag/users/GET/api/users/status; it may be asked every 5 seconds. */
const MAX_NAMES = 100;

/** GET /api/users/status. The id of the game comes with `withGameIds`, for those who play. */
const statuses = z.array(z.object({ id: z.string(), playingId: maybe(z.string().regex(/^\w{8}$/)) }));

/** Which games these people are playing now, by name in small letters. */
export async function gamesOf(
  client: LichessClient,
  names: readonly string[],
  options: AskOptions = {},
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
