import { emptyHeaders, type Game, type PgnNodeData, parsePgn } from 'chessops/pgn';
import { badInput, Fault } from '../base/fault.ts';
import { refuse } from '../chess/refusals.ts';
import type { AskOptions, LichessClient } from './client.ts';
import { LINK, makeLink } from './link.ts';

/** Games of Lichess as PGN. Where the game is the trouble, the sentence starts with `link`. */

export const PGN = 'application/x-chess-pgn';
const NO_GAME = 'game.none';
export const ALL_OF_IT = { clocks: true, evals: true, opening: true };

/** A game that is over, with clocks, opening and, where Lichess has analysed it, evaluations. */
export async function exportGame(client: LichessClient, id: string, options: AskOptions = {}): Promise<string> {
  const { pgn, running } = await exportAnyGame(client, id, options);
  if (running) throw badInput(refuse(PLAYING, { field: LINK }));
  return pgn;
}

/** A game that is over, or one that is being played as far as Lichess shows it: to be looked at, and nothing else. */
export async function exportAnyGame(
  client: LichessClient,
  id: string,
  options: AskOptions = {},
): Promise<{ pgn: string; running: boolean }> {
  const address = makeLink({ kind: 'game', id }, client.url);
  const pgn = await client.get(
    {
      route: '/game/export/{gameId}',
      params: { gameId: id },
      query: ALL_OF_IT,
      accept: PGN,
      refusals: { 404: refuse(NO_GAME, { field: LINK, address }) },
    },
    options,
  );
  const trouble = troubleWith(readGame(client, pgn));
  if (trouble && trouble !== PLAYING) throw badInput(refuse(trouble, { field: LINK }));
  return { pgn, running: trouble === PLAYING };
}

/** Whether a game is still being played. One that Lichess does not know is not. */
export async function isRunning(client: LichessClient, id: string, options: AskOptions = {}): Promise<boolean> {
  try {
    const pgn = await client.get(
      {
        route: '/game/export/{gameId}',
        params: { gameId: id },
        query: { moves: false },
        accept: PGN,
        refusals: { 404: refuse(NO_GAME, { field: LINK, address: makeLink({ kind: 'game', id }, client.url) }) },
      },
      options,
    );
    return troubleWith(readGame(client, pgn)) === PLAYING;
  } catch (error) {
    if (error instanceof Fault && error.refusal?.key === NO_GAME) return false;
    throw error;
  }
}

/** One chapter of a study that everybody may see, with its comments and variations. */
export async function exportChapter(
  client: LichessClient,
  study: string,
  chapter: string,
  options: AskOptions = {},
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

export function readGame({ host }: LichessClient, pgn: string): Game<PgnNodeData> {
  const [game] = parsePgn(pgn, emptyHeaders);
  if (game && game.headers.size > 0) return game;
  throw new Fault('lichess-failed', `${host} sent something that is not a game in PGN; try again later.`);
}

/** How a game without a result can be over: aborted, or imported as it was. */
const OVER = ['Abandoned', 'Unknown'];

/** Lichess holds back the last three moves, and nobody is to be helped in a running game. */
const PLAYING = 'game.playing';
type Trouble = typeof PLAYING | 'game.aborted' | 'game.empty';

/** Whether that is what somebody was told. */
export const isPlaying = (error: unknown): boolean => error instanceof Fault && error.refusal?.key === PLAYING;

/** Why there is nothing to look at in a game, or nothing yet. */
export function troubleWith({ headers, moves }: Game<PgnNodeData>): Trouble | undefined {
  // https://github.com/lichess-org/lila/blob/master/modules/game/src/main/PgnDump.scala has the words. Alone they do not
  // tell: a game that one side left is "Abandoned" too, with a result. What nobody knows of is taken for a running one.
  const ending = headers.get('Termination') ?? '';
  const open = headers.get('Result') === '*';
  if (open && !OVER.includes(ending)) return PLAYING;
  if (moves.children.length === 0 && ending === 'Unknown') return 'game.empty';
  return moves.children.length === 0 || (open && ending === 'Abandoned') ? 'game.aborted' : undefined;
}
