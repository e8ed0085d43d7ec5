import type { Color } from 'chessops/types';
import { Fault } from '../engine/fault.ts';
import type { AskOptions, LichessClient } from './client.ts';
import { ALL_OF_IT, PGN, readGame, troubleWith } from './export.ts';
import { fetchUser } from './user.ts';

/** Somebody's last game. */
export interface LastGame {
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
const GONE = 'link: this player has no games that everybody may see.';
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
  if (!last) throw new Fault('bad-input', games.length === 0 ? noGames(name) : noStandardGames(name, games.length));
  const { headers } = last.game;
  const isBlack = headers.get('Black')?.toLowerCase() === name.toLowerCase();
  const id = ID.exec(headers.get('GameId') ?? headers.get('Site') ?? '')?.[0];
  return { pgn: last.pgn, ...(id !== undefined && { id }), side: isBlack ? 'black' : 'white' };
}

const noGames = (name: string): string =>
  `link: ${name} has not finished a game on Lichess yet; give a link to a game instead.`;

const noStandardGames = (name: string, games: number): string =>
  `link: there is no game of standard chess among the last ${games} of ${name}; give a link to one instead.`;

async function exportGames(client: LichessClient, name: string, options: AskOptions): Promise<string[]> {
  try {
    const text = await client.get(
      {
        route: '/api/games/user/{username}',
        params: { username: name },
        query: { max: MOST, finished: true, ongoing: false, ...ALL_OF_IT },
        accept: PGN,
        refusals: { 404: GONE },
      },
      options,
    );
    return text.split(NEXT_GAME).filter(pgn => pgn.trim() !== '');
  } catch (error) {
    if (!(error instanceof Fault) || error.message !== GONE) throw error;
    throw new Fault('bad-input', await whyGone(client, name, options));
  }
}

/** Lichess gives no games of accounts that are closed, nor of those that never were. */
async function whyGone(client: LichessClient, name: string, options: AskOptions): Promise<string> {
  const { kind } = await fetchUser(client, name, options);
  switch (kind) {
    case 'closed':
      return `link: the account ${name} is closed; give a link to a game instead.`;
    case 'unknown':
      return `link: nobody on Lichess is called ${name}; check the spelling.`;
    case 'user':
      return GONE;
  }
}
