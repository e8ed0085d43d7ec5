import { Fault } from '../base/fault.ts';
import type { AskOptions, LichessClient } from './client.ts';
import { readBody } from './read.ts';
import { userBody } from './schema.ts';

/** Somebody on Lichess, with the ratings of what they have played. */
type LichessUser =
  | { kind: 'user'; name: string; ratings: Readonly<Record<string, number>> }
  | { kind: 'closed'; name: string }
  | { kind: 'unknown' }
  /** Nobody could be called that. */
  | { kind: 'no-name' };

/** Others would be an address of their own. */
const NAME = /^[\w-]{2,30}$/;
const NOBODY = 'user: there is nobody of that name.';

export async function fetchUser(client: LichessClient, name: string, options: AskOptions = {}): Promise<LichessUser> {
  if (!NAME.test(name)) return { kind: 'no-name' };
  try {
    const text = await client.get(
      {
        route: '/api/user/{username}',
        params: { username: name },
        query: {},
        accept: 'application/json',
        refusals: { 404: NOBODY },
      },
      options,
    );
    return userIn(text, client);
  } catch (error) {
    if (error instanceof Fault && error.message === NOBODY) return { kind: 'unknown' };
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
