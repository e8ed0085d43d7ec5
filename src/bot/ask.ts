import type { Color } from 'chessops/types';
import { type Game, upTo } from '../chess/game.ts';
import { plyOfGame } from '../chess/line.ts';
import type { Result } from '../chess/result.ts';
import { Fault } from '../engine/fault.ts';
import { readAsk } from '../input/ask.ts';
import { pgnOf } from '../input/find-chess.ts';
import { type PgnGame, parsePgn } from '../input/pgn.ts';
import { parseGame } from '../input/position.ts';
import type { LichessClient } from '../lichess/client.ts';
import { exportChapter, exportGame } from '../lichess/export.ts';
import { isLink, type Link, parseLink } from '../lichess/link.ts';

/** What somebody wants to know about, with all that Lichess has to say about it. */
export type Found =
  | { kind: 'position'; game: Game; side?: Color }
  /** `side` and `ply` are where a link points to. */
  | { kind: 'game'; pgn: PgnGame; side?: Color; ply?: number };

/** A position with the moves that led to it, and who is playing where that is known. */
export interface FoundPosition {
  game: Game;
  /** Whose side of the board to look from; White's if nothing is said. */
  orientation: Color;
  names: PgnGame['names'];
  ratings: PgnGame['ratings'];
}

export interface Surroundings {
  lichess: LichessClient;
  signal?: AbortSignal;
}

/** Reads what somebody typed, and fetches what it leads to. Nothing but the Lichess of this client is ever asked. */
export async function find(text: string, surroundings: Surroundings, field = 'position'): Promise<Found> {
  const home = surroundings.lichess.url;
  const ask = certain(readAsk(text, word => (isLink(word) ? parseLink(word, home) : undefined), field));
  if (ask.kind === 'link') return fetchLink(ask.link, surroundings);
  return ask;
}

/** A link that was read before. */
export async function fetchLink(link: Link, { lichess, signal }: Surroundings): Promise<Found> {
  const options = signal ? { signal } : {};
  switch (link.kind) {
    case 'game':
      return gameAt(await exportGame(lichess, link.id, options), link);
    case 'chapter':
      return gameAt(await exportChapter(lichess, link.study, link.chapter, options), link);
    case 'analysis':
      return { kind: 'position', game: certain(parseGame(link.fen)), ...(link.side && { side: link.side }) };
    case 'puzzle':
      throw new Fault('bad-input', 'link: this is a puzzle; copy its FEN, or the address of the game it is from.');
    case 'user':
      throw new Fault('bad-input', 'link: this is a player; open one of their games and copy that address.');
  }
}

function gameAt(text: string, { side, ply }: { side?: Color; ply?: number }): Found {
  // A chapter of a study may be a position without moves.
  const pgn = certain(parsePgn(text, { withoutMoves: true }));
  const { game } = pgn;
  if (game.moves.length === 0) return { kind: 'position', game, ...(side && { side }) };
  return { kind: 'game', pgn, ...(side && { side }), ...(ply !== undefined && { ply }) };
}

function certain<T>(result: Result<T>): T {
  if (!result.ok) throw new Fault('bad-input', result.message);
  return result.value;
}

/** The position that is meant: where the link points to, or where the game ends. */
export function positionOf(found: Found): FoundPosition {
  const orientation = found.side ?? 'white';
  if (found.kind === 'position') return { game: found.game, orientation, names: {}, ratings: {} };
  const { game, names, ratings } = found.pgn;
  const played = found.ply === undefined ? game : upTo(game, plyOfGame(game, found.ply));
  return { game: played, orientation, names, ratings };
}

/** The game that is meant: bare moves are one, too. */
export function gameOf(found: Found, field = 'game'): PgnGame {
  if (found.kind === 'game') return found.pgn;
  if (found.game.moves.length > 0) return certain(pgnOf(found.game));
  throw new Fault('bad-input', `${field}: this is a position; give a Lichess link to a game, or a PGN with its moves.`);
}
