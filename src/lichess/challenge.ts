import type { Color } from 'chessops/types';
import type { z } from 'zod';
import { other } from '../chess/position.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import type { ApiRequest } from './http-client.ts';
import { readBody } from './response.ts';
import { openChallengeBody } from './schema.ts';

// https://lichess.org/api#tag/challenges/POST/api/challenge/{challengeId}/decline
export const DECLINE_REASONS = [
  'generic',
  'later',
  'tooFast',
  'tooSlow',
  'timeControl',
  'rated',
  'casual',
  'standard',
  'variant',
  'noBot',
  'onlyBot',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** A real-time challenge is gone after this: https://lichess.org/api#tag/challenges/POST/api/challenge/{username} */
export const CHALLENGE_MS = 20_000;

/** Clocks as the API takes them here: in seconds. */
interface OpenTerms {
  rated: boolean;
  /** At most 10800. */
  limit: number;
  /** At most 60. */
  increment: number;
  /** What players see on the page of the challenge. */
  name: string;
}

type OpenChallenge = z.output<typeof openChallengeBody>;

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
  answerChallenge(client, id, { route: '/api/challenge/{challengeId}/accept', query: color ? { color } : {} }, options);

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
  request: Pick<ApiRequest, 'route' | 'body'> & Partial<Pick<ApiRequest, 'query'>>,
  options: RequestOptions,
): Promise<void> {
  await client.post(
    {
      params: { challengeId: id },
      query: {},
      accept: 'application/json',
      refusals: { 404: `challenge: ${id} is no longer there.` },
      lane: 'play',
      again: 'persist',
      ...request,
    },
    { deadlineMs: CHALLENGE_MS, ...options },
  );
}

/**
 * A challenge that is accepted by the first player who opens its address. It is sent without a token: one that may only
 * play (bot:play) would be refused.
 */
export async function openChallenge(
  client: LichessClient,
  { rated, limit, increment, name }: OpenTerms,
  options: RequestOptions = {},
): Promise<OpenChallenge> {
  const text = await client.post(
    {
      route: '/api/challenge/open',
      params: {},
      query: {},
      accept: 'application/json',
      anonymous: true,
      body: { kind: 'form', fields: { rated, 'clock.limit': limit, 'clock.increment': increment, name } },
      refusals: { 400: words => `challenge: ${client.host} does not allow it (${words}).` },
      growingLimit: true,
    },
    options,
  );
  return readBody(client, text, openChallengeBody, 'an open challenge');
}

/** A game on Lichess against Kibitz, as a player asks for it. */
export interface InviteTerms {
  /** In seconds, both. */
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

/**
 * Opens a challenge and takes the other side of it; the client is that of Kibitz's own account. The game is casual: the
 * player may have no account. It starts when the player opens the address, within a day.
 */
export async function openGame(
  client: LichessClient,
  { limit, increment, color }: InviteTerms,
  options: RequestOptions = {},
): Promise<Invitation> {
  const terms = { rated: false, limit, increment, name: 'Kibitz' };
  const { id, urlWhite, urlBlack } = await openChallenge(client, terms, options);
  await acceptChallenge(client, id, { color: other(color), ...options });
  return { id, url: color === 'white' ? urlWhite : urlBlack };
}
