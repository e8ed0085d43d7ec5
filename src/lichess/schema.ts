import { COLORS } from 'chessops/types';
import { z } from 'zod';

/** What Lichess sends, as far as Kibitz reads it. Times are in milliseconds from here on, whatever they were before. */

/** Sometimes sent with a status 429: which limit it was, and for how long. */
export const rateLimitBody = z.object({ ratelimit: z.object({ seconds: z.number().positive() }) });

/** Sent with a status 400 or 404. */
export const errorBody = z.object({ error: z.string() });

/** GET /api/user/{username}. Storms and the like have no rating, and closed accounts nothing but a name. */
export const userBody = z.object({
  username: z.string(),
  disabled: z.boolean().optional(),
  perfs: z.record(z.string(), z.object({ games: z.number().optional(), rating: z.number().optional() })).default({}),
});

/** GET /api/account */
export const accountBody = z
  .object({
    id: z.string(),
    username: z.string(),
    title: z.string().optional(),
    count: z.object({ all: z.number() }).optional(),
  })
  .transform(({ id, username, title, count }) => ({ id, name: username, title, games: count?.all ?? 0 }));

export const SPEEDS = ['ultraBullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
export type Speed = (typeof SPEEDS)[number];

/** The status of a game. `created` and `started` games are being played. */
export const GAME_STATUSES = [
  'created',
  'started',
  'aborted',
  'mate',
  'resign',
  'stalemate',
  'timeout',
  'draw',
  'outoftime',
  'cheat',
  'noStart',
  'unknownFinish',
  'insufficientMaterialClaim',
  'variantEnd',
] as const;
export type GameStatus = (typeof GAME_STATUSES)[number];

export const isOver = (status: GameStatus): boolean => status !== 'created' && status !== 'started';

const inMs = (seconds: number): number => 1000 * seconds;

export const color = z.enum(COLORS);
export const speed = z.enum(SPEEDS);
// A status that came after these is the end of a game as well.
export const status = z.enum(GAME_STATUSES).catch('unknownFinish');
export const milliseconds = z.number();
export const seconds = z.number().transform(inMs);
/** Lichess writes null as often as nothing. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined);
export const variant = z.object({ key: z.string() }).transform(({ key }) => key);

/** A player in a challenge. */
const challengeUser = z.object({
  id: z.string(),
  name: z.string(),
  /** `BOT` for bots. */
  title: maybe(z.string()),
  rating: maybe(z.number()),
  provisional: z.boolean().default(false),
});

const timeControl = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('clock'), limit: seconds, increment: seconds })
    .transform(({ limit, increment }) => ({ kind: 'clock' as const, initial: limit, increment })),
  z
    .object({ type: z.literal('correspondence'), daysPerTurn: maybe(z.number()) })
    .transform(({ daysPerTurn }) => ({ kind: 'correspondence' as const, daysPerTurn })),
  z.object({ type: z.literal('unlimited') }).transform(() => ({ kind: 'unlimited' as const })),
]);

export const challenge = z.object({
  /** Of the game, too, once it is accepted. */
  id: z.string(),
  url: z.string(),
  status: z.string(),
  /** None in an open challenge. */
  challenger: maybe(challengeUser),
  destUser: maybe(challengeUser),
  /** Its key, such as `standard`, `fromPosition`, `chess960`. */
  variant,
  rated: z.boolean(),
  speed,
  timeControl,
  /** What the challenger wants to play. */
  color: z.enum([...COLORS, 'random']),
  initialFen: maybe(z.string()),
  /** Why it was declined: one of DECLINE_REASONS, in capitals or not. */
  declineReasonKey: maybe(z.string()),
});
export type Challenge = z.output<typeof challenge>;

/** POST /api/challenge/open */
export const openChallengeBody = z.object({
  id: z.string(),
  url: z.string(),
  urlWhite: z.string(),
  urlBlack: z.string(),
});

/** GET /api/puzzle/{id}. The moves are those of the game up to the position that is to be solved. */
export const puzzleBody = z.object({
  game: z.object({ id: z.string().regex(/^[A-Za-z0-9]{8}$/), pgn: z.string() }),
  puzzle: z.object({ initialPly: z.number().int().nonnegative() }),
});
