import type { Failure } from '../base/result.ts';
import { playMoves } from '../input/moves.ts';
import { ratingsIn, startOf } from '../input/pgn.ts';
import { readGames, type WrittenGame } from '../input/pgn-file.ts';
import type { LeftOut, LeftOutGames } from '../present/evaluation-words.ts';
import type { RealGame } from '../service/batches.ts';
import { theoryOf } from '../service/review-job.ts';

/** What a file has of games that Maia can be measured by. */
export interface RealGames {
  games: RealGame[];
  leftOut: LeftOutGames;
  /** Why the first of those is not among them, where it cannot be read at all. */
  trouble: string | undefined;
  /** Whether the file goes on behind the last one that was wanted. */
  more: boolean;
}

interface RealGamesOptions {
  /** How many to take. */
  limit: number;
  /** Whether both players have to have a rating. */
  rated: boolean;
}

export async function readRealGames(
  chunks: AsyncIterable<string> | Iterable<string>,
  { limit, rated }: RealGamesOptions,
): Promise<RealGames> {
  const found: RealGames = { games: [], leftOut: {}, trouble: undefined, more: false };
  for await (const written of readGames(chunks)) {
    if (found.games.length === limit) return { ...found, more: true };
    const game = realGame(written, rated);
    if ('game' in game) found.games.push(game);
    else {
      found.leftOut[game.why] = (found.leftOut[game.why] ?? 0) + 1;
      found.trouble ??= game.trouble;
    }
  }
  return found;
}

interface Refused {
  why: LeftOut;
  trouble?: string;
}

function realGame({ headers, moves }: WrittenGame, rated: boolean): RealGame | Refused {
  const start = startOf(headers);
  if (!start.ok) return refused(start);
  if (!moves.ok) return refused(moves);
  if (moves.value.length === 0) return { why: 'empty' };
  const ratings = ratingsIn(headers);
  if (rated && (ratings.white === undefined || ratings.black === undefined)) return { why: 'unrated' };
  const game = playMoves(start.value, moves.value);
  if (!game.ok) return refused(game);
  return { game: game.value, ratings, lastBookPly: theoryOf(game.value).lastBookPly };
}

const refused = ({ refusal, message }: Failure): Refused =>
  refusal?.key === 'variant' ? { why: 'variant' } : { why: 'unreadable', trouble: message };
