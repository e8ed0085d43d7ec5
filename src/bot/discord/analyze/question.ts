import { DEFAULTS } from '../../../analysis/expected/params.ts';
import { current } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import { knownRating, RATING } from '../../../chess/rating.ts';
import type { FoundPosition } from '../../../lichess/find.ts';
import type { ExpectedQuestion } from '../../../questions/expected.ts';
import { gameInput } from '../../../service/jobs.ts';
import type { RatedSpeed, Ratings } from '../../../store/links.ts';
import type { BotContext } from '../core/context.ts';
import type { Requester } from '../core/requester.ts';

/** The options of a question, as far as they are given. */
type GivenOptions = { readonly [K in keyof ExpectedQuestion['params']]?: number | null };

/** An option that is not given is taken from the game, from the asker's linked account, or from the server. */
export function usualQuestion(
  { game, side, names, ratings }: FoundPosition,
  given: GivenOptions,
  { user, settings }: Pick<Requester, 'user' | 'settings'>,
  { store }: Pick<BotContext, 'store'>,
): ExpectedQuestion {
  const { turn } = current(game);
  const own = () => usualRating(store.links.get(user)?.ratings ?? {}) ?? settings.rating;
  const rating = given.rating ?? knownRating(ratings[turn] ?? own());
  return {
    ...gameInput(game),
    params: {
      threshold: given.threshold ?? DEFAULTS.threshold,
      depth: given.depth ?? settings.depth,
      loss: given.loss ?? DEFAULTS.loss,
      rating,
      opponentRating: given.opponentRating ?? knownRating(ratings[other(turn)] ?? rating),
    },
    names,
    ...(side && { side }),
  };
}

/** The more time people take, the more their rating says about how they analyse. */
const TELLING: readonly RatedSpeed[] = ['rapid', 'classical', 'blitz', 'bullet', 'correspondence', 'ultraBullet'];

function usualRating(ratings: Ratings): number | undefined {
  const speed = TELLING.find(each => ratings[each] !== undefined);
  return speed && ratings[speed];
}

/** Wishes are whole numbers: thresholds in thousandths. */
const PER_MILLE = 1000;

/** What can be changed with a menu, and to what. */
export const QUESTION_MENUS = {
  threshold: [100, 10, 1],
  depth: [15, 20, 25],
  rating: Array.from({ length: 21 }, (_, index) => RATING.min + 100 * index),
} as const satisfies Record<string, readonly number[]>;
export type QuestionMenu = keyof typeof QUESTION_MENUS;
export const MENU_NAMES = Object.keys(QUESTION_MENUS) as QuestionMenu[];

/** As the menus have it: a whole number. */
export function chosen({ params }: ExpectedQuestion, menu: QuestionMenu): number {
  return menu === 'threshold' ? Math.round(params.threshold * PER_MILLE) : params[menu];
}

export const makeWish = (menu: QuestionMenu, value: number): string => `${menu}-${value}`;

export const thresholdOf = (threshold: number): number => threshold / PER_MILLE;

/** The same question with another parameter; undefined for what no menu offers. */
export function derived(question: ExpectedQuestion, wish: string): ExpectedQuestion | undefined {
  const [, name, digits] = /^([a-z]+)-(\d{1,4})$/.exec(wish) ?? [];
  const menu = MENU_NAMES.find(each => each === name);
  if (!menu || !offered(question, menu).includes(Number(digits))) return undefined;
  return { ...question, params: { ...question.params, ...changeOf(question, menu, Number(digits)) } };
}

/** The present value is offered, too, if it is none of the menu's. */
export function offered(question: ExpectedQuestion, menu: QuestionMenu): readonly number[] {
  const [now, values]: [number, readonly number[]] = [chosen(question, menu), QUESTION_MENUS[menu]];
  return values.includes(now) ? values : [now, ...values];
}

function changeOf(
  { params }: ExpectedQuestion,
  menu: QuestionMenu,
  value: number,
): Partial<ExpectedQuestion['params']> {
  if (menu === 'threshold') return { threshold: thresholdOf(value) };
  if (menu === 'depth') return { depth: value };
  // Equal ratings stay equal.
  return params.rating === params.opponentRating ? { rating: value, opponentRating: value } : { rating: value };
}
