import type { Color } from 'chessops/types';
import { badInput, Fault } from '../base/fault.ts';
import type { Result } from '../base/result.ts';
import { current, type Game, plyOfGame, upTo } from '../chess/game.ts';
import { inField, refuse } from '../chess/refusals.ts';
import { pgnOf } from '../input/find-chess.ts';
import { parseGame } from '../input/moves.ts';
import type { PgnGame } from '../input/pgn.ts';
import type { LichessClient } from './client.ts';
import { exportAnyGame, exportChapter, exportGame, exportLastGame, fetchPuzzle, type LichessPuzzle } from './export.ts';
import { requireOver } from './fair-play.ts';
import { type ReadElsewhere, readText } from './given-text.ts';
import { LINK, type LichessLink, makeLink } from './link.ts';

/** What a text or a link means, with what Lichess has to say about it. */
export type Found =
  /** `headers` are those of a PGN without moves. */
  | { kind: 'position'; game: Game; headers?: PgnGame['headers']; side?: Color; running?: boolean }
  /** Seen from the solver's side. `origin` is the address of the game that it is from. */
  | { kind: 'puzzle'; game: Game; side: Color; origin: string }
  /** `side` and `ply` are where a link points to. One that is `running` is shown, and nothing is said about it. */
  | { kind: 'game'; pgn: PgnGame; side?: Color; ply?: number; running?: boolean };

/** A position with the moves that led to it, and who is playing where that is known. */
export interface FoundPosition {
  game: Game;
  /** Whose side of the board to look from, where a link says so. */
  side?: Color;
  /** Whether it is of a game that is still being played. */
  running?: boolean;
  names: PgnGame['names'];
  ratings: PgnGame['ratings'];
}

export interface FindOptions {
  lichess: LichessClient;
  signal?: AbortSignal;
  /** Whether a game that is still being played will do. */
  running?: boolean;
  /** For long texts; without it all of them are read here. */
  readElsewhere?: ReadElsewhere;
}

/** Reads a text, and fetches what a link in it leads to. Only the Lichess server of this client is asked. */
export async function find(text: string, options: FindOptions, field = 'position'): Promise<Found> {
  const home = options.lichess.url;
  const ask = required(await readText({ text, as: 'words', home, field }, options.readElsewhere));
  if (ask.kind === 'link') return fetchLink(ask.link, options);
  if (!options.running) await requireOver(ask.kind === 'game' ? ask.pgn : { ...ask, text }, options, field);
  return ask;
}

/** A link that was read before. */
export async function fetchLink(
  link: LichessLink,
  { lichess, signal, running, readElsewhere }: FindOptions,
): Promise<Found> {
  const options = signal ? { signal } : {};
  const gameAt = (text: string, place: Place) => readGame(text, place, readElsewhere);
  switch (link.kind) {
    case 'game': {
      if (!running) return gameAt(await exportGame(lichess, link.id, options), link);
      const any = await exportAnyGame(lichess, link.id, options);
      return gameAt(any.pgn, { ...link, running: any.running });
    }
    case 'chapter': {
      const found = await gameAt(await exportChapter(lichess, link.study, link.chapter, options), link);
      if (!running) await requireOver(found.kind === 'game' ? found.pgn : { ...found }, { lichess, signal }, LINK);
      return found;
    }
    case 'analysis':
      return { kind: 'position', game: required(parseGame(link.fen)), ...(link.side && { side: link.side }) };
    case 'puzzle':
      return puzzleAt(await fetchPuzzle(lichess, link.id, options), lichess);
    case 'user': {
      const { pgn, side } = await exportLastGame(lichess, link.name, options);
      return gameAt(pgn, { side });
    }
  }
}

function puzzleAt({ moves, game: id }: LichessPuzzle, { url }: LichessClient): Found {
  const game = fetched(parseGame('startpos', moves));
  return { kind: 'puzzle', game, side: current(game).turn, origin: makeLink({ kind: 'game', id }, url) };
}

type FoundGame = Exclude<Found, { kind: 'puzzle' }>;

interface Place {
  side?: Color;
  ply?: number;
  running?: boolean;
}

async function readGame(text: string, { side, ply, running }: Place, elsewhere?: ReadElsewhere): Promise<FoundGame> {
  // A chapter of a study may be a position without moves.
  const read = fetched(await readText({ text, as: 'pgn', withoutMoves: true }, elsewhere));
  if (read.kind !== 'game') throw new Fault('internal', `a PGN was read as a ${read.kind}`);
  const { pgn } = read;
  const { game, headers } = pgn;
  const place = { ...(side && { side }), ...(running && { running }) };
  if (game.moves.length === 0) return { kind: 'position', game, headers, ...place };
  return { kind: 'game', pgn, ...place, ...(ply !== undefined && { ply }) };
}

function required<T>(result: Result<T>): T {
  if (!result.ok) throw badInput(result);
  return result.value;
}

/** What was given is the link: a fault in what it leads to is told as a fault of the link. */
function fetched<T>(result: Result<T>): T {
  return required(result.ok ? result : inField(result, LINK));
}

/** The position that is meant: where the link points to, or where the game ends. */
export function positionOf(found: Found): FoundPosition {
  const running = found.kind !== 'puzzle' && found.running;
  const place = { ...(found.side && { side: found.side }), ...(running && { running }) };
  if (found.kind !== 'game') return { game: found.game, ...place, names: {}, ratings: {} };
  const { game, names, ratings } = found.pgn;
  const played = found.ply === undefined ? game : upTo(game, plyOfGame(game, found.ply));
  return { game: played, ...place, names, ratings };
}

/** Where in its game a link points to; undefined where that is its start, its end, or nowhere. */
export function plyIn(found: Found): number | undefined {
  if (found.kind !== 'game' || found.ply === undefined) return undefined;
  const { game } = found.pgn;
  const ply = plyOfGame(game, found.ply);
  return ply > 0 && ply < game.moves.length ? ply : undefined;
}

/** The game as it was at the place that a link points to, or all of it. */
export function gameUpTo(found: Found): PgnGame {
  const [pgn, ply] = [gameOf(found), plyIn(found)];
  if (ply === undefined) return pgn;
  const { result: _, ...rest } = pgn;
  return { ...rest, game: upTo(pgn.game, ply), notes: pgn.notes.slice(0, ply) };
}

/** The game that is meant: bare moves are one, too. */
export function gameOf(found: Found, field = 'game'): PgnGame {
  if (found.kind === 'game') return found.pgn;
  if (found.kind === 'puzzle') throw badInput(refuse('puzzle', { field, address: found.origin }));
  if (found.game.moves.length > 0) return required(pgnOf(found.game));
  throw badInput(refuse('position', { field }));
}
