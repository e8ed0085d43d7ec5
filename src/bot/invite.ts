import type { Color } from 'chessops/types';
import { other } from '../chess/position.ts';
import { acceptChallenge, openChallenge } from '../lichess/challenge.ts';
import type { AskOptions, LichessClient } from '../lichess/client.ts';

/** A game on Lichess that somebody wants to play against Kibitz. */
export interface InviteTerms {
  /** In seconds, both. */
  limit: number;
  increment: number;
  /** Theirs. */
  color: Color;
  /** How strong Kibitz is to be, if they have said so. */
  rating: number | undefined;
}

/** The id of the game, and the address for whoever plays it. */
export interface Invitation {
  id: string;
  url: string;
}

/** Kibitz as a player on Lichess. */
export interface LichessPlayer {
  /** Of its account. */
  readonly name: string;
  invite(terms: InviteTerms, options: AskOptions): Promise<Invitation>;
}

/**
 * Opens a game for anybody, and takes the other side of it; the client is that of Kibitz's own account. It is casual: there
 * are no ratings to be won from somebody who may not even have an account. It starts when somebody comes, within a day.
 */
export async function openGame(
  client: LichessClient,
  { limit, increment, color }: InviteTerms,
  options: AskOptions = {},
): Promise<Invitation> {
  const terms = { rated: false, limit, increment, name: 'Kibitz' };
  const { id, urlWhite, urlBlack } = await openChallenge(client, terms, options);
  await acceptChallenge(client, id, { color: other(color), ...options });
  return { id, url: color === 'white' ? urlWhite : urlBlack };
}
