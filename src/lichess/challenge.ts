import type { Color } from 'chessops/types';
import { z } from 'zod';
import { other } from '../chess/position.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import type { ApiRequest } from './http-client.ts';
import { readBody } from './response.ts';

// https://lichess.org/api#tag/challenges/POST/api/challenge/{challengeId}/decline
export type DeclineReason =
  | 'generic'
  | 'later'
  | 'tooFast'
  | 'tooSlow'
  | 'timeControl'
  | 'rated'
  | 'casual'
  | 'standard'
  | 'variant'
  | 'noBot'
  | 'onlyBot';

/** A real-time challenge is gone after this: https://lichess.org/api#tag/challenges/POST/api/challenge/{username} */
export const CHALLENGE_MS = 20_000;

interface AcceptOptions extends RequestOptions {
  /** Of an open challenge: which side to take. */
  color?: Color;
}

/**
 * Refused as `bad-input` once the challenge is gone; or accepted, if the response to that got lost: the stream of
 * events shows which.
 */
export const acceptChallenge = (
  client: LichessClient,
  id: string,
  { color, ...options }: AcceptOptions = {},
): Promise<void> =>
  answerChallenge(
    client,
    id,
    { route: '/api/challenge/{challengeId}/accept', ...(color && { query: { color } }) },
    options,
  );

export const declineChallenge = (
  client: LichessClient,
  id: string,
  reason: DeclineReason,
  options: RequestOptions = {},
): Promise<void> =>
  answerChallenge(
    client,
    id,
    { route: '/api/challenge/{challengeId}/decline', body: { kind: 'form', fields: { reason } } },
    options,
  );

async function answerChallenge(
  client: LichessClient,
  id: string,
  request: ApiRequest,
  options: RequestOptions,
): Promise<void> {
  await client.post(
    {
      params: { challengeId: id },
      refusals: { 404: `challenge: ${id} is no longer there.` },
      lane: 'play',
      again: 'persist',
      ...request,
    },
    { deadlineMs: CHALLENGE_MS, ...options },
  );
}

/** A game on Lichess against Kibitz, as a player asks for it. */
export interface InviteTerms {
  /** In seconds, both: at most 10800, and at most 60. */
  limit: number;
  increment: number;
  /** The player's. */
  color: Color;
  /** How strong Kibitz is to play, if the player has said so. */
  rating: number | undefined;
}

/** The id of the game, and the address at which the player joins it. */
export interface Invitation {
  id: string;
  url: string;
}

/** Kibitz's account on Lichess, which invites people to play. */
export interface LichessPlayer {
  readonly name: string;
  invite(terms: InviteTerms, options: RequestOptions): Promise<Invitation>;
}

/** POST /api/challenge/open */
const openChallengeBody = z.object({ id: z.string(), urlWhite: z.string(), urlBlack: z.string() });

/**
 * Opens a challenge and takes the other side of it; the client is that of Kibitz's own account. The game is casual: the
 * player may have no account. It starts when the player opens the address, within a day.
 */
export async function openGame(
  client: LichessClient,
  { limit, increment, color }: InviteTerms,
  options: RequestOptions = {},
): Promise<Invitation> {
  const fields = { rated: false, 'clock.limit': limit, 'clock.increment': increment, name: 'Kibitz' };
  const text = await client.post(
    {
      route: '/api/challenge/open',
      // A token that may only play (bot:play) would be refused.
      anonymous: true,
      body: { kind: 'form', fields },
      refusals: { 400: words => `challenge: ${client.host} does not allow it (${words}).` },
      growingLimit: true,
    },
    options,
  );
  const { id, urlWhite, urlBlack } = readBody(client, text, openChallengeBody, 'an open challenge');
  await acceptChallenge(client, id, { color: other(color), ...options });
  return { id, url: color === 'white' ? urlWhite : urlBlack };
}
