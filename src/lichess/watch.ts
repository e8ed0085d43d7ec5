import type { Color } from 'chessops/types';
import { z } from 'zod';
import type { LichessClient, RequestOptions } from './client.ts';
import { readLines } from './response.ts';
import { color, maybe, seconds, speed, status, variant } from './schema.ts';

/** Games of other people. While they are played, the moves come three moves late: https://lichess.org/api#tag/games */

/** From one address; the ninth is refused: https://lichess.org/api#tag/games/GET/api/stream/game/{id} */
export const MAX_WATCHED_GAMES = 8;

const user = z.object({ id: z.string(), name: z.string(), title: maybe(z.string()) });

const player = z
  .object({ user: maybe(user), name: maybe(z.string()), rating: maybe(z.number()), aiLevel: maybe(z.number()) })
  .transform(({ user, name, rating, aiLevel }) => ({
    /** None for the AI of Lichess, and for people without an account. */
    id: user?.id,
    name: user?.name ?? name,
    title: user?.title,
    rating,
    aiLevel,
  }));
export type WatchedPlayer = z.output<typeof player>;

/** A move that was made; the first of them is the position at the start, without a move. */
export type WatchedMove = z.output<typeof move>;
const move = z
  .object({ fen: z.string(), lm: maybe(z.string()), wc: maybe(seconds), bc: maybe(seconds) })
  .transform(({ fen, lm, wc, bc }) => ({
    kind: 'move' as const,
    /** In a game's stream only the board and whose turn it is; on TV all of it. */
    fen,
    /** In UCI. */
    lastMove: lm,
    /** None in games without a clock. */
    clocks: wc === undefined || bc === undefined ? undefined : { white: wc, black: bc },
  }));

/** The game as a whole: first, and once more when it is over. */
export type WatchedGame = z.output<typeof game>;
const game = z
  .object({
    id: z.string(),
    variant: maybe(variant),
    speed: maybe(speed),
    rated: maybe(z.boolean()),
    initialFen: maybe(z.string()),
    fen: maybe(z.string()),
    lastMove: maybe(z.string()),
    /** Lichess may say nothing of it as long as it is being played. */
    status: maybe(z.object({ name: status })),
    winner: maybe(color),
    players: z.object({ white: player, black: player }),
  })
  .transform(fields => ({ kind: 'game' as const, ...fields, status: fields.status?.name }));

/** One connection. Lichess closes it when the game is over. */
export const watchGame = (
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): AsyncIterable<WatchedGame | WatchedMove> =>
  readLines<WatchedGame | WatchedMove>(
    client,
    client.stream(
      { route: '/api/stream/game/{id}', params: { id }, refusals: { 404: `game: there is no ${id}.` } },
      options,
    ),
    { game, move },
    line => ('id' in line ? 'game' : 'move'),
  );

/** Another game is on TV now. */
export type Featured = z.output<typeof featured>;
const featured = z
  .object({
    d: z.object({
      id: z.string(),
      orientation: color,
      fen: z.string(),
      players: z.array(z.object({ color, seconds: seconds.default(0) }).and(player)).length(2),
    }),
  })
  .transform(({ d: { id, orientation, fen, players } }, context) => {
    const of = (side: Color) => players.find(one => one.color === side);
    const [white, black] = [of('white'), of('black')];
    if (!white || !black) {
      context.addIssue({ code: 'custom', path: ['d', 'players'], message: 'one of each color' });
      return z.NEVER;
    }
    const sides: Record<Color, WatchedPlayer> = { white, black };
    const clocks = { white: white.seconds, black: black.seconds };
    return { kind: 'featured' as const, id, orientation, fen, players: sides, clocks };
  });

/** One connection to what is on TV. */
export const watchTv = (client: LichessClient, options: RequestOptions = {}): AsyncIterable<Featured | WatchedMove> =>
  readLines<Featured | WatchedMove>(
    client,
    client.stream({ route: '/api/tv/feed' }, options),
    { featured, fen: z.object({ d: move }).transform(({ d }) => d) },
    line => 't' in line && line.t,
  );
