import { COLORS } from 'chessops/types';
import { z } from 'zod';
import { DEFAULTS } from '../../../analysis/expected/params.ts';
import { type Game, playUci } from '../../../chess/game.ts';
import { parsePosition } from '../../../chess/position.ts';
import { Fault } from '../../../engine/fault.ts';
import type { JobOf } from '../../../service/jobs.ts';
import { DEPTH_BOUNDS, RATING_BOUNDS } from '../../../store/settings.ts';

/** What somebody wants to know of a position, as plain data. */

const rating = z.number().int().min(RATING_BOUNDS.min).max(RATING_BOUNDS.max);

/** Wishes are whole numbers, and thresholds are thousandths in them. */
const PER_MILLE = 1000;

export const analyzeQuestion = z.object({
  fen: z.string().max(120),
  moves: z.array(z.string().max(5)).max(600),
  params: z.object({
    threshold: z
      .number()
      .min(1 / PER_MILLE)
      .max(1),
    depth: z.number().int().min(DEPTH_BOUNDS.min).max(DEPTH_BOUNDS.max),
    /** Zero or negative, as in the report. */
    loss: z.number().min(-1).max(0),
    rating,
    opponentRating: rating,
  }),
  /** Where they are known. */
  names: z.partialRecord(z.enum(COLORS), z.string().max(300)),
  /** Whose side of the board is below; that of whoever is to move if nothing is said. */
  side: z.enum(COLORS).optional(),
});
export type AnalyzeQuestion = z.infer<typeof analyzeQuestion>;

export function jobOf({ fen, moves, params }: AnalyzeQuestion): JobOf<'expected'> {
  return {
    kind: 'expected',
    input: { fen, moves },
    params: { ...DEFAULTS, ...params },
    deterministic: false,
    trace: false,
    cache: true,
  };
}

/** Only what has been through the front door becomes a question: anything else is our own mistake. */
export function gameOf({ fen, moves }: AnalyzeQuestion): Game {
  const start = parsePosition(fen);
  const game = start.ok ? playUci(start.value, moves) : undefined;
  if (!game) throw new Fault('internal', `no game: ${fen} ${moves.join(' ')}`);
  return game;
}

/** What can be changed with a menu, and to what. */
export const MENUS = {
  threshold: [100, 10, 1],
  depth: [15, 20, 25],
  rating: Array.from({ length: 21 }, (_, index) => RATING_BOUNDS.min + 100 * index),
} as const satisfies Record<string, readonly number[]>;
export type Menu = keyof typeof MENUS;
export const MENU_NAMES = Object.keys(MENUS) as Menu[];

/** As the menus have it: a whole number. */
export function chosen({ params }: AnalyzeQuestion, menu: Menu): number {
  return menu === 'threshold' ? Math.round(params.threshold * PER_MILLE) : params[menu];
}

export const makeWish = (menu: Menu, value: number): string => `${menu}-${value}`;

export const shareOf = (threshold: number): number => threshold / PER_MILLE;

/** The same question with another parameter; undefined for what no menu offers. */
export function derived(question: AnalyzeQuestion, wish: string): AnalyzeQuestion | undefined {
  const [, name, digits] = /^([a-z]+)-(\d{1,4})$/.exec(wish) ?? [];
  const menu = MENU_NAMES.find(each => each === name);
  if (!menu) return undefined;
  const changed = analyzeQuestion.safeParse({
    ...question,
    params: { ...question.params, ...changeOf(question, menu, Number(digits)) },
  });
  return changed.success ? changed.data : undefined;
}

function changeOf({ params }: AnalyzeQuestion, menu: Menu, value: number): Partial<AnalyzeQuestion['params']> {
  if (menu === 'threshold') return { threshold: shareOf(value) };
  if (menu === 'depth') return { depth: value };
  // Two of a kind stay two of a kind.
  return params.rating === params.opponentRating ? { rating: value, opponentRating: value } : { rating: value };
}
