import { COLORS } from 'chessops/types';
import { z } from 'zod';

/** What Lichess sends, as far as Kibitz reads it. Times are in milliseconds from here on, whatever they were before. */

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

export const color = z.enum(COLORS);
export const speed = z.enum(SPEEDS);
// A status that came after these is the end of a game as well.
export const status = z.enum(GAME_STATUSES).catch('unknownFinish');
export const milliseconds = z.number();
export const seconds = z.number().transform(value => 1000 * value);
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
  z.object({ type: z.literal('correspondence') }).transform(() => ({ kind: 'correspondence' as const })),
  z.object({ type: z.literal('unlimited') }).transform(() => ({ kind: 'unlimited' as const })),
]);

export const challenge = z.object({
  /** Of the game, too, once it is accepted. */
  id: z.string(),
  status: z.string(),
  /** None in an open challenge. */
  challenger: maybe(challengeUser),
  /** Its key, such as `standard`, `fromPosition`, `chess960`. */
  variant,
  rated: z.boolean(),
  speed,
  timeControl,
  initialFen: maybe(z.string()),
});
export type Challenge = z.output<typeof challenge>;
