import { emptyHeaders, type Game, type PgnNodeData, parsePgn } from 'chessops/pgn';
import { Fault } from '../engine/fault.ts';
import type { AskOptions, LichessClient } from './client.ts';
import { makeLink } from './link.ts';

/** Games of Lichess as PGN. Where the game is the trouble, the sentence starts with `link`. */

const PGN = 'application/x-chess-pgn';

// Lichess holds back the last three moves, and nobody is to be helped in a running game.
export const PLAYING = 'link: this game is still being played; come back when it is over.';
const ABORTED = 'link: this game was aborted before it really began; there is nothing in it to look at.';

/** A game that is over, with clocks, opening and, where Lichess has analysed it, evaluations. */
export async function exportGame(client: LichessClient, id: string, options: AskOptions = {}): Promise<string> {
  const address = makeLink({ kind: 'game', id }, client.url);
  const pgn = await client.get(
    {
      route: '/game/export/{gameId}',
      params: { gameId: id },
      query: { clocks: true, evals: true, opening: true },
      accept: PGN,
      refusals: { 404: `link: there is no game at ${address}; check the address.` },
    },
    options,
  );
  const { headers, moves } = gameOf(client, pgn);
  // https://github.com/lichess-org/lila/blob/master/modules/game/src/main/PgnDump.scala has the words. Alone they do not
  // tell: a game that one side left is "Abandoned" too, with a result, and an imported one may have no result.
  const ending = headers.get('Result') === '*' ? headers.get('Termination') : undefined;
  if (ending === 'Unterminated') throw new Fault('bad-input', PLAYING);
  if (ending === 'Abandoned' || moves.children.length === 0) throw new Fault('bad-input', ABORTED);
  return pgn;
}

/** One chapter of a study that everybody may see, with its comments and variations. */
export async function exportChapter(
  client: LichessClient,
  study: string,
  chapter: string,
  options: AskOptions = {},
): Promise<string> {
  const address = makeLink({ kind: 'chapter', study, chapter }, client.url);
  const hidden = `link: the study at ${address} is private; make it public, or give its PGN as a file.`;
  const pgn = await client.get(
    {
      route: '/api/study/{studyId}/{chapterId}.pgn',
      params: { studyId: study, chapterId: chapter },
      query: { clocks: true, comments: true, variations: true },
      accept: PGN,
      refusals: { 401: hidden, 403: hidden, 404: `link: there is no study chapter at ${address}; check the address.` },
    },
    options,
  );
  gameOf(client, pgn);
  return pgn;
}

function gameOf({ host }: LichessClient, pgn: string): Game<PgnNodeData> {
  const [game] = parsePgn(pgn, emptyHeaders);
  if (game && game.headers.size > 0) return game;
  throw new Fault('lichess-failed', `${host} sent something that is not a game in PGN; try again later.`);
}
