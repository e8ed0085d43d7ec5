import { emptyHeaders, type Game, type PgnNodeData, parsePgn } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import { z } from 'zod';
import { badInput, Fault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import type { ApiRequest, FormFields } from './http-client.ts';
import { LINK, makeLink } from './link.ts';
import { readBody } from './response.ts';
import { fetchUser } from './user.ts';

/** Games of Lichess as PGN. Where the game is the trouble, the sentence starts with `link`. */

const PGN = 'application/x-chess-pgn';
const NO_GAME = 'game.none';
const ALL_OF_IT = { clocks: true, evals: true, opening: true };

/** A game that is over, with clocks, opening and, where Lichess has analysed it, evaluations. */
export async function exportGame(client: LichessClient, id: string, options: RequestOptions = {}): Promise<string> {
  const { pgn, running } = await exportAnyGame(client, id, options);
  if (running) throw badInput(refuse(PLAYING, { field: LINK }));
  return pgn;
}

/** A game that is over, or one that is being played as far as Lichess shows it: to be looked at, and nothing else. */
export async function exportAnyGame(
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): Promise<{ pgn: string; running: boolean }> {
  const pgn = await client.get(gameRequest(client, id, ALL_OF_IT), options);
  const trouble = troubleWith(readGame(client, pgn));
  if (trouble && trouble !== PLAYING) throw badInput(refuse(trouble, { field: LINK }));
  return { pgn, running: trouble === PLAYING };
}

/** Whether a game is still being played. One that Lichess does not know is not. */
export async function isRunning(client: LichessClient, id: string, options: RequestOptions = {}): Promise<boolean> {
  try {
    const pgn = await client.get(gameRequest(client, id, { moves: false }), options);
    return troubleWith(readGame(client, pgn)) === PLAYING;
  } catch (error) {
    if (error instanceof Fault && error.refusal?.key === NO_GAME) return false;
    throw error;
  }
}

function gameRequest({ url }: LichessClient, id: string, query: FormFields): ApiRequest {
  const none = refuse(NO_GAME, { field: LINK, address: makeLink({ kind: 'game', id }, url) });
  return { route: '/game/export/{gameId}', params: { gameId: id }, query, accept: PGN, refusals: { 404: none } };
}

/** A chapter of a public study, with its comments and variations. */
export async function exportChapter(
  client: LichessClient,
  study: string,
  chapter: string,
  options: RequestOptions = {},
): Promise<string> {
  const address = makeLink({ kind: 'chapter', study, chapter }, client.url);
  const hidden = refuse('chapter.private', { field: LINK, address });
  const pgn = await client.get(
    {
      route: '/api/study/{studyId}/{chapterId}.pgn',
      params: { studyId: study, chapterId: chapter },
      query: { clocks: true, comments: true, variations: true },
      accept: PGN,
      refusals: { 401: hidden, 403: hidden, 404: refuse('chapter.none', { field: LINK, address }) },
    },
    options,
  );
  readGame(client, pgn);
  return pgn;
}

function readGame({ host }: LichessClient, pgn: string): Game<PgnNodeData> {
  const [game] = parsePgn(pgn, emptyHeaders);
  if (game && game.headers.size > 0) return game;
  throw new Fault('lichess-failed', `${host} sent something that is not a game in PGN; try again later.`);
}

/** How a game without a result can be over: aborted, or imported as it was. */
const OVER = ['Abandoned', 'Unknown'];

/** Lichess holds back the last three moves of a running game, and fair play forbids help in it. */
const PLAYING = 'game.playing';
type Unreadable = typeof PLAYING | 'game.aborted' | 'game.empty';

/** Whether the fault says that the game is still being played. */
export const isPlaying = (error: unknown): boolean => error instanceof Fault && error.refusal?.key === PLAYING;

/** Why there is nothing to look at in a game, or nothing yet. */
function troubleWith({ headers, moves }: Game<PgnNodeData>): Unreadable | undefined {
  // https://github.com/lichess-org/lila/blob/master/modules/game/src/main/PgnDump.scala has the words. Alone they do
  // not tell: a game that one side left is "Abandoned" too, with a result. Any other ending is taken for a running
  // game.
  const ending = headers.get('Termination') ?? '';
  const open = headers.get('Result') === '*';
  if (open && !OVER.includes(ending)) return PLAYING;
  if (moves.children.length === 0 && ending === 'Unknown') return 'game.empty';
  return moves.children.length === 0 || (open && ending === 'Abandoned') ? 'game.aborted' : undefined;
}

/** The last game of a player. */
interface LastGame {
  pgn: string;
  /** Where the PGN has it. */
  id?: string;
  /** The player's side. */
  side: Color;
}

/**
 * More than one, for the last may be of a variant, or without a move. Lichess could leave those out itself
 * (`perfType`), but then answers from its search index, which learns of a game some time after it is over.
 */
const MOST = 10;
const GONE = 'player.hidden';
const STANDARD = ['Standard', 'From Position'];
const ID = /[A-Za-z0-9]{8}$/;
const NEXT_GAME = /\n+(?=\[Event ")/;

/** The last game of standard chess that a player has finished. */
export async function exportLastGame(
  client: LichessClient,
  name: string,
  options: RequestOptions = {},
): Promise<LastGame> {
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

async function exportGames(client: LichessClient, name: string, options: RequestOptions): Promise<string[]> {
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
  options: RequestOptions,
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

export interface LichessPuzzle {
  /** From the start of the game to the position that is to be solved, in SAN. */
  moves: string;
  /** The id of that game. */
  game: string;
}

/** GET /api/puzzle/{id}. The moves are those of the game up to the position that is to be solved. */
const puzzleBody = z.object({
  game: z.object({ id: z.string().regex(/^[A-Za-z0-9]{8}$/), pgn: z.string() }),
  puzzle: z.object({ initialPly: z.number().int().nonnegative() }),
});

export async function fetchPuzzle(
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): Promise<LichessPuzzle> {
  const address = makeLink({ kind: 'puzzle', id }, client.url);
  const refusals = { 404: refuse('puzzle.none', { field: LINK, address }) };
  const text = await client.get({ route: '/api/puzzle/{id}', params: { id }, refusals }, options);
  const { game, puzzle } = readBody(client, text, puzzleBody, 'a puzzle');
  // The half-move of that number is the opponent's mistake; then the solver is to move.
  const plies = puzzle.initialPly + 1;
  const moves = game.pgn.split(' ').slice(0, plies);
  if (moves.length < plies)
    throw new Fault('lichess-failed', `${client.host} sent a puzzle whose game is too short; try again later.`);
  return { moves: moves.join(' '), game: game.id };
}
