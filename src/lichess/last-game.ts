import type { Color } from 'chessops/types';
import { badInput, Fault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { AskOptions, LichessClient } from './client.ts';
import { ALL_OF_IT, PGN, readGame, troubleWith } from './export.ts';
import { LINK } from './link.ts';
import { fetchUser } from './user.ts';

/** Somebody's last game. */
interface LastGame {
  pgn: string;
  /** Where Lichess tells. */
  id?: string;
  /** Which side was theirs. */
  side: Color;
}

/**
 * More than one, for the last may be of a variant, or without a move. Lichess could leave those out itself (`perfType`), but
 * then answers from its search index, which learns of a game some time after it is over.
 */
const MOST = 10;
const GONE = 'player.hidden';
const STANDARD = ['Standard', 'From Position'];
const ID = /[A-Za-z0-9]{8}$/;
const NEXT_GAME = /\n+(?=\[Event ")/;

/** The last game of standard chess that somebody has finished. One that is running is never among them. */
export async function exportLastGame(client: LichessClient, name: string, options: AskOptions = {}): Promise<LastGame> {
  const pgns = await exportGames(client, name, options);
  const games = pgns.map(pgn => ({ pgn, game: readGame(client, pgn) }));
  const last = games.find(
    ({ game }) => STANDARD.includes(game.headers.get('Variant') ?? '') && troubleWith(game) === undefined,
  );
  if (!last) throw badInput(refuse(games.length === 0 ? 'player.new' : 'player.variants', { field: LINK, name }));
  const { headers } = last.game;
  const isBlack = headers.get('Black')?.toLowerCase() === name.toLowerCase();
  const id = ID.exec(headers.get('GameId') ?? headers.get('Site') ?? '')?.[0];
  return { pgn: last.pgn, ...(id !== undefined && { id }), side: isBlack ? 'black' : 'white' };
}

async function exportGames(client: LichessClient, name: string, options: AskOptions): Promise<string[]> {
  try {
    const text = await client.get(
      {
        route: '/api/games/user/{username}',
        params: { username: name },
        query: { max: MOST, finished: true, ongoing: false, ...ALL_OF_IT },
        accept: PGN,
        refusals: { 404: refuse(GONE, { field: LINK, name }) },
      },
      options,
    );
    return text.split(NEXT_GAME).filter(pgn => pgn.trim() !== '');
  } catch (error) {
    if (!(error instanceof Fault) || error.refusal?.key !== GONE) throw error;
    throw badInput(refuse(await whyGone(client, name, options), { field: LINK, name }));
  }
}

/** Lichess gives no games of accounts that are closed, nor of those that never were. */
async function whyGone(
  client: LichessClient,
  name: string,
  options: AskOptions,
): Promise<'player.closed' | 'player.none' | typeof GONE> {
  const { kind } = await fetchUser(client, name, options);
  switch (kind) {
    case 'closed':
      return 'player.closed';
    case 'unknown':
    case 'no-name':
      return 'player.none';
    case 'user':
      return GONE;
  }
}
