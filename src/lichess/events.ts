import { z } from 'zod';
import type { LichessClient, RequestOptions } from './client.ts';
import { readLines } from './response.ts';
import { type Challenge, challenge, color, maybe, speed, status, variant } from './schema.ts';

/** What happens to the bot's account. When the stream opens, everything that is going on is sent again. */
export type LichessEvent =
  | { kind: 'gameStart' | 'gameFinish'; game: EventGame }
  /** Challenges that we sent are among them. */
  | { kind: 'challenge' | 'challengeCanceled' | 'challengeDeclined'; challenge: Challenge };

const opponent = z.object({
  /** None for the AI of Lichess. */
  id: maybe(z.string()),
  username: z.string(),
  rating: maybe(z.number()),
});

/** `fullId` is left out on purpose: it holds a secret. */
const eventGame = z.object({
  gameId: z.string(),
  /** Ours. */
  color: maybe(color),
  variant: maybe(variant),
  speed: maybe(speed),
  rated: maybe(z.boolean()),
  source: maybe(z.string()),
  status: maybe(z.object({ name: status }).transform(({ name }) => name)),
  winner: maybe(color),
  opponent: maybe(opponent),
});
export type EventGame = z.output<typeof eventGame>;

const about = (kind: 'gameStart' | 'gameFinish') =>
  z.object({ game: eventGame }).transform(({ game }): LichessEvent => ({ kind, game }));
const asked = (kind: 'challenge' | 'challengeCanceled' | 'challengeDeclined') =>
  z.object({ challenge }).transform((line): LichessEvent => ({ kind, challenge: line.challenge }));

const SCHEMAS: Record<LichessEvent['kind'], z.ZodType<LichessEvent>> = {
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
    client.stream(
      {
        route: '/api/stream/event',
        params: {},
        query: {},
        accept: 'application/x-ndjson',
        refusals: {},
        lane: 'play',
        again: 'persist',
      },
      options,
    ),
    SCHEMAS,
    line => 'type' in line && line.type,
  );
