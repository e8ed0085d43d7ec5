import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import type { LichessClient, RequestOptions } from './client.ts';
import type { ApiRequest } from './http-client.ts';
import { readLines } from './response.ts';
import { type Challenge, challenge, color, maybe, milliseconds, speed, status, variant } from './schema.ts';

// The bot's account: the games that begin and end, and the challenges.

/** What happens to the bot's account. When the stream opens, everything that is going on is sent again. */
export type LichessEvent =
  | { kind: 'gameStart' | 'gameFinish'; game: EventGame }
  /** Challenges that we sent are among them. */
  | { kind: 'challenge' | 'challengeCanceled' | 'challengeDeclined'; challenge: Challenge };

/** `fullId` is left out on purpose: it holds a secret. */
const eventGame = z.object({
  gameId: z.string(),
  speed: maybe(speed),
  /** The AI of Lichess has no id. */
  opponent: maybe(z.object({ id: maybe(z.string()) })),
});
export type EventGame = z.output<typeof eventGame>;

const about = (kind: 'gameStart' | 'gameFinish') =>
  z.object({ game: eventGame }).transform(({ game }): LichessEvent => ({ kind, game }));
const asked = (kind: 'challenge' | 'challengeCanceled' | 'challengeDeclined') =>
  z.object({ challenge }).transform((line): LichessEvent => ({ kind, challenge: line.challenge }));

const EVENT_SCHEMAS: Record<LichessEvent['kind'], z.ZodType<LichessEvent>> = {
  gameStart: about('gameStart'),
  gameFinish: about('gameFinish'),
  challenge: asked('challenge'),
  challengeCanceled: asked('challengeCanceled'),
  challengeDeclined: asked('challengeDeclined'),
};

/** One connection; the one before with the same token is closed by Lichess. */
export const eventStream = (client: LichessClient, options: RequestOptions = {}): AsyncIterable<LichessEvent> =>
  readLines(
    client,
    client.stream({ route: '/api/stream/event', lane: 'play', again: 'persist' }, options),
    EVENT_SCHEMAS,
    line => 'type' in line && line.type,
  );

// The games of the bot: what happens in them, and what it does there.

const chatRoom = z.enum(['player', 'spectator']);
export type ChatRoom = z.output<typeof chatRoom>;

const player = z.object({
  /** None for the AI of Lichess, and for people without an account. */
  id: maybe(z.string()),
  name: maybe(z.string()),
  /** `BOT` for bots. */
  title: maybe(z.string()),
  rating: maybe(z.number()),
  provisional: z.boolean().default(false),
  aiLevel: maybe(z.number()),
});
export type GamePlayer = z.output<typeof player>;

const state = z
  .object({
    /** All since `initialFen`, in UCI; in Chess960 the king castles onto his rook. */
    moves: z.string().transform(moves => moves.split(' ').filter(Boolean)),
    wtime: milliseconds,
    btime: milliseconds,
    winc: milliseconds,
    binc: milliseconds,
    status,
    winner: maybe(color),
    /** Draw offers and takeback requests that are open. */
    wdraw: z.boolean().default(false),
    bdraw: z.boolean().default(false),
    wtakeback: z.boolean().default(false),
    btakeback: z.boolean().default(false),
  })
  .transform(fields => ({ kind: 'gameState' as const, ...fields }));
export type GameState = z.output<typeof state>;

const full = z
  .object({
    id: z.string(),
    /** Its key, such as `standard`. */
    variant,
    speed,
    rated: z.boolean(),
    /** None in games by correspondence or without a limit. */
    clock: maybe(z.object({ initial: milliseconds, increment: milliseconds })),
    white: player,
    black: player,
    /** A FEN, or `startpos`. */
    initialFen: z.string(),
    state,
  })
  .transform(fields => ({ kind: 'gameFull' as const, ...fields }));
export type GameFull = z.output<typeof full>;

const chatLine = z
  .object({ room: chatRoom, username: z.string(), text: z.string() })
  .transform(fields => ({ kind: 'chatLine' as const, ...fields }));
export type ChatLineEvent = z.output<typeof chatLine>;

const opponentGone = z
  .object({ gone: z.boolean(), claimWinInSeconds: maybe(z.number()) })
  .transform(fields => ({ kind: 'opponentGone' as const, ...fields }));
export type OpponentGoneEvent = z.output<typeof opponentGone>;

export type GameEvent = GameFull | GameState | ChatLineEvent | OpponentGoneEvent;

const GAME_SCHEMAS: Record<GameEvent['kind'], z.ZodType<GameEvent>> = {
  gameFull: full,
  gameState: state,
  chatLine,
  opponentGone,
};

/** Lichess sends an empty line every 7 s; our clock may be running, so a silent connection is soon given up. */
const GAME_SILENCE_MS = 10_000;

/** One connection to a game of ours. `gameFull` comes first; the stream ends some time after the game. */
export const gameStream = (client: LichessClient, id: string, options: RequestOptions = {}): AsyncIterable<GameEvent> =>
  readLines(
    client,
    client.stream(
      {
        route: '/api/bot/game/stream/{gameId}',
        params: { gameId: id },
        refusals: { 404: `game: there is no ${id} that this account plays.` },
        lane: 'play',
        again: 'persist',
        silenceMs: GAME_SILENCE_MS,
      },
      options,
    ),
    GAME_SCHEMAS,
    line => 'type' in line && line.type,
  );

/**
 * Sent once. If the response is lost, the game's stream shows whether the move was made: sent again blindly, the same
 * move could be made in the position after the opponent's reply.
 */
export const sendMove = (
  client: LichessClient,
  id: string,
  uci: string,
  { offeringDraw, ...options }: RequestOptions & { offeringDraw?: boolean } = {},
): Promise<void> =>
  act(
    client,
    {
      route: '/api/bot/game/{gameId}/move/{move}',
      params: { gameId: id, move: uci },
      ...(offeringDraw && { query: { offeringDraw } }),
      limitedBy: 'gameId',
      again: 'never',
    },
    options,
  );

/** Sent at most once: a move pushes it aside for good. */
export const sendChat = (
  client: LichessClient,
  id: string,
  room: ChatRoom,
  text: string,
  options: RequestOptions = {},
): Promise<void> =>
  act(
    client,
    {
      route: '/api/bot/game/{gameId}/chat',
      params: { gameId: id },
      body: { kind: 'form', fields: { room, text } },
      lane: 'rest',
      again: 'never',
    },
    options,
  );

type Act = (client: LichessClient, id: string, options?: RequestOptions) => Promise<void>;
const ending =
  (route: string): Act =>
  (client, id, options = {}) =>
    act(client, { route, params: { gameId: id } }, options);

/** Only before both sides have moved. */
export const abortGame: Act = ending('/api/bot/game/{gameId}/abort');
export const resignGame: Act = ending('/api/bot/game/{gameId}/resign');
/** Once `opponentGone` says so. */
export const claimVictory: Act = ending('/api/bot/game/{gameId}/claim-victory');

type Answer = (client: LichessClient, id: string, accept: boolean, options?: RequestOptions) => Promise<void>;
const answering =
  (route: string, again: NonNullable<ApiRequest['again']>): Answer =>
  (client, id, accept, options = {}) =>
    act(client, { route, params: { gameId: id, accept: accept ? 'yes' : 'no' }, again }, options);

/** Without an offer to answer, yes makes one. A draw that was taken ends the game, so that it may be sent again. */
export const answerDraw: Answer = answering('/api/bot/game/{gameId}/draw/{accept}', 'persist');
/** Sent once: a second yes would be a request of our own. */
export const answerTakeback: Answer = answering('/api/bot/game/{gameId}/takeback/{accept}', 'never');

async function act(
  client: LichessClient,
  request: ApiRequest & { params: { gameId: string } },
  options: RequestOptions,
): Promise<void> {
  const refused = (words: string) => `game: ${client.host} does not allow it in ${request.params.gameId} (${words}).`;
  await client.post(
    {
      refusals: { 400: refused, 404: refused },
      lane: 'move',
      again: 'persist',
      ...request,
    },
    options,
  );
}

const line = z.object({ user: z.string(), text: z.string() });
export type ChatMessage = z.output<typeof line>;

/** The description says lines, its example says a list: both are read. */
const lines = z.union([z.array(line), line.transform(one => [one])]);

/** The players' chat in a game of ours, oldest first: after the game its stream no longer has it. */
export async function fetchChat(
  client: LichessClient,
  id: string,
  options: RequestOptions = {},
): Promise<ChatMessage[]> {
  const text = await client.get(
    {
      route: '/api/bot/game/{gameId}/chat',
      params: { gameId: id },
      accept: 'application/x-ndjson',
      refusals: { 404: `game: there is no ${id} that this account plays.` },
    },
    options,
  );
  return text.split('\n').flatMap(one => lines.safeParse(parseJson(one)).data ?? []);
}
