import type { PositionQuestion } from '../../../questions/position.ts';
import { RATING_BOUNDS } from '../../../store/settings.ts';

/** How a question about a position is changed with menus. */

/** Wishes are whole numbers, and thresholds are thousandths in them. */
const PER_MILLE = 1000;

/** What can be changed with a menu, and to what. */
export const MENUS = {
  threshold: [100, 10, 1],
  depth: [15, 20, 25],
  rating: Array.from({ length: 21 }, (_, index) => RATING_BOUNDS.min + 100 * index),
} as const satisfies Record<string, readonly number[]>;
export type Menu = keyof typeof MENUS;
export const MENU_NAMES = Object.keys(MENUS) as Menu[];

/** As the menus have it: a whole number. */
export function chosen({ params }: PositionQuestion, menu: Menu): number {
  return menu === 'threshold' ? Math.round(params.threshold * PER_MILLE) : params[menu];
}

export const makeWish = (menu: Menu, value: number): string => `${menu}-${value}`;

export const shareOf = (threshold: number): number => threshold / PER_MILLE;

/** The same question with another parameter; undefined for what no menu offers. */
export function derived(question: PositionQuestion, wish: string): PositionQuestion | undefined {
  const [, name, digits] = /^([a-z]+)-(\d{1,4})$/.exec(wish) ?? [];
  const menu = MENU_NAMES.find(each => each === name);
  if (!menu || !offered(question, menu).includes(Number(digits))) return undefined;
  return { ...question, params: { ...question.params, ...changeOf(question, menu, Number(digits)) } };
}

/** What it is now need not be one of those in the menu. */
export function offered(question: PositionQuestion, menu: Menu): readonly number[] {
  const [now, values]: [number, readonly number[]] = [chosen(question, menu), MENUS[menu]];
  return values.includes(now) ? values : [now, ...values];
}

function changeOf({ params }: PositionQuestion, menu: Menu, value: number): Partial<PositionQuestion['params']> {
  if (menu === 'threshold') return { threshold: shareOf(value) };
  if (menu === 'depth') return { depth: value };
  // Two of a kind stay two of a kind.
  return params.rating === params.opponentRating ? { rating: value, opponentRating: value } : { rating: value };
}
