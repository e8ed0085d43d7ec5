import type { Color } from 'chessops/types';
import { z } from 'zod';
import type { LichessClient, RequestOptions } from './client.ts';
import { readLines } from './response.ts';
import { color, type GameStatus, maybe, seconds, speed, status, variant } from './schema.ts';

/** Games of other people. While they are played, the moves come three moves late: https://lichess.org/api#tag/games */

/** From one address; the ninth is refused: https://lichess.org/api#tag/games/GET/api/stream/game/{id} */
export const MAX_WATCHED_GAMES = 8;
const NDJSON = 'application/x-ndjson';

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

type Sides<T> = Record<Color, T>;
const players = z.object({ white: player, black: player });

/** A move that was made; the first of them is the position at the start, without a move. */
export interface WatchedMove {
  kind: 'move';
  /** In a game's stream only the board and whose turn it is; on TV all of it. */
  fen: string;
  /** In UCI. */
  lastMove: string | undefined;
  /** None in games without a clock. */
  clocks: Sides<number> | undefined;
}

/** The game as a whole: first, and once more when it is over. */
export interface WatchedGame {
  kind: 'game';
  id: string;
  variant: string | undefined;
  speed: string | undefined;
  rated: boolean | undefined;
  initialFen: string | undefined;
  fen: string | undefined;
  lastMove: string | undefined;
  /** Lichess may say nothing of it as long as it is being played. */
  status: GameStatus | undefined;
  winner: Color | undefined;
  players: Sides<WatchedPlayer>;
}

const move = z.object({ fen: z.string(), lm: maybe(z.string()), wc: maybe(seconds), bc: maybe(seconds) }).transform(
  ({ fen, lm, wc, bc }): WatchedMove => ({
    kind: 'move',
    fen,
    lastMove: lm,
    clocks: wc === undefined || bc === undefined ? undefined : { white: wc, black: bc },
  }),
);

const game = z
  .object({
    id: z.string(),
    variant: maybe(variant),
    speed: maybe(speed),
    rated: maybe(z.boolean()),
    initialFen: maybe(z.string()),
    fen: maybe(z.string()),
    lastMove: maybe(z.string()),
    status: maybe(z.object({ name: status })),
    winner: maybe(color),
    players,
  })
  .transform((fields): WatchedGame => ({ kind: 'game', ...fields, status: fields.status?.name }));

/** One connection. Lichess closes it when the game is over. */
export const watchGame = (
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): AsyncIterable<WatchedGame | WatchedMove> =>
  readLines<WatchedGame | WatchedMove>(
    client,
    client.stream(
      {
        route: '/api/stream/game/{id}',
        params: { id },
        query: {},
        accept: NDJSON,
        refusals: { 404: `game: there is no ${id}.` },
      },
      options,
    ),
    { game, move },
    line => ('id' in line ? 'game' : 'move'),
  );

/** Another game is on TV now. */
export interface Featured {
  kind: 'featured';
  id: string;
  orientation: Color;
  fen: string;
  players: Sides<WatchedPlayer>;
  clocks: Sides<number>;
}

const featured = z
  .object({
    d: z.object({
      id: z.string(),
      orientation: color,
      fen: z.string(),
      players: z.array(z.object({ color, seconds: seconds.default(0) }).and(player)).length(2),
    }),
  })
  .transform(({ d: { id, orientation, fen, players } }, context): Featured => {
    const of = (side: Color) => players.find(one => one.color === side);
    const [white, black] = [of('white'), of('black')];
    if (!white || !black) {
      context.addIssue({ code: 'custom', path: ['d', 'players'], message: 'one of each color' });
      return z.NEVER;
    }
    return {
      ...{ kind: 'featured', id, orientation, fen },
      players: { white, black },
      clocks: { white: white.seconds, black: black.seconds },
    };
  });

/** One connection to what is on TV. */
export const watchTv = (client: LichessClient, options: RequestOptions = {}): AsyncIterable<Featured | WatchedMove> =>
  readLines<Featured | WatchedMove>(
    client,
    client.stream({ route: '/api/tv/feed', params: {}, query: {}, accept: NDJSON, refusals: {} }, options),
    { featured, fen: z.object({ d: move }).transform(({ d }) => d) },
    line => 't' in line && line.t,
  );
