import { Fault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import { LINK, makeLink } from './link.ts';
import { readBody } from './response.ts';
import { puzzleBody } from './schema.ts';

export interface LichessPuzzle {
  /** From the start of the game to the position that is to be solved, in SAN. */
  moves: string;
  /** The id of that game. */
  game: string;
}

export async function fetchPuzzle(
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): Promise<LichessPuzzle> {
  const address = makeLink({ kind: 'puzzle', id }, client.url);
  const text = await client.get(
    {
      route: '/api/puzzle/{id}',
      params: { id },
      query: {},
      accept: 'application/json',
      refusals: { 404: refuse('puzzle.none', { field: LINK, address }) },
    },
    options,
  );
  const { game, puzzle } = readBody(client, text, puzzleBody, 'a puzzle');
  // The half-move of that number is the opponent's mistake; then the solver is to move.
  const plies = puzzle.initialPly + 1;
  const moves = game.pgn.split(' ').slice(0, plies);
  if (moves.length < plies)
    throw new Fault('lichess-failed', `${client.host} sent a puzzle whose game is too short; try again later.`);
  return { moves: moves.join(' '), game: game.id };
}
