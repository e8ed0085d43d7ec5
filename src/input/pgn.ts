import { parsePgn as parseGames } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import type { Game } from '../chess/game.ts';
import { parsePosition, startPosition } from '../chess/position.ts';
import { no, ok, type Result } from '../chess/result.ts';
import { playText } from './position.ts';

/** A game as somebody wrote it down. Only its main line, for now. */
export interface PgnGame {
  game: Game;
  /** Where the file says so. */
  names: Partial<Record<Color, string>>;
  ratings: Partial<Record<Color, number>>;
  /** In the whole text; this is the first of them. */
  games: number;
}

/** Some thousand games. */
export const MAX_PGN_LENGTH = 2_000_000;
const STANDARD = ['standard', 'chess', 'normal', 'from position', 'fromposition'];

/** The first game of a PGN; the sentence of a refusal starts with `pgn`, or with `moves` where the trouble is there. */
export function parsePgn(text: string): Result<PgnGame> {
  if (text.length > MAX_PGN_LENGTH) return no(`pgn: at most ${MAX_PGN_LENGTH / 1e6} MB, please; this is more.`);
  const games = parseGames(text);
  const [first] = games;
  if (!first) return no('pgn: there is no game in it.');
  const { headers, moves } = first;
  const variant = headers.get('Variant')?.toLowerCase();
  if (variant && !STANDARD.includes(variant)) return no(`pgn: "${variant}" is not standard chess.`);
  const fen = headers.get('FEN');
  const start = fen === undefined ? ok(startPosition()) : parsePosition(fen, 'pgn');
  if (!start.ok) return start;
  const line = [...moves.mainline()].map(({ san }) => san).join(' ');
  if (line === '' && fen === undefined) return no('pgn: there are no moves in it.');
  const game = playText(start.value, line);
  if (!game.ok) return game;
  return ok({
    game: game.value,
    names: { ...named('white', headers.get('White')), ...named('black', headers.get('Black')) },
    ratings: { ...rated('white', headers.get('WhiteElo')), ...rated('black', headers.get('BlackElo')) },
    games: games.length,
  });
}

const named = (color: Color, name = '?') => (name === '?' || name.trim() === '' ? {} : { [color]: name.trim() });
const rated = (color: Color, elo = '') => (/^\d{3,4}$/.test(elo) ? { [color]: Number(elo) } : {});
