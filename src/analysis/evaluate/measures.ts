import type { MoveChoices } from './game.ts';

/** The ratings of players, in bands that are wide enough for a statement. */

const LOWEST = 1200;
const HIGHEST = 2200;
const WIDTH = 200;

const steps = Array.from({ length: (HIGHEST - LOWEST) / WIDTH }, (_, index) => LOWEST + index * WIDTH);

/** Lowest first; players without a known rating come last. */
export const BANDS: readonly string[] = [
  `below ${LOWEST}`,
  ...steps.map(from => `${from}–${from + WIDTH - 1}`),
  `from ${HIGHEST}`,
  'no rating',
];

export function bandOf(rating: number | undefined): string {
  const index = rating === undefined ? BANDS.length - 1 : bandIndex(rating);
  return BANDS[index] as string;
}

const bandIndex = (rating: number): number =>
  Math.min(steps.length + 1, Math.max(0, Math.floor((rating - LOWEST) / WIDTH) + 1));

/** What can be said of one move of a real game: 1 for yes, 0 for no, but for the likelihood. */
export const MEASURES = [
  /** The move that was played is Maia's first choice; is one of her first three; and how likely she held it. */
  'first',
  'three',
  'logLikelihood',
  /** Maia's first choice is Stockfish's; is one of its first three; Stockfish's is one of her first three. */
  'stockfishFirst',
  'stockfishThree',
  'stockfishAmong',
  /** The same of the people: what they played is Stockfish's first choice; is one of its first three. */
  'peopleFirst',
  'peopleThree',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Null where Stockfish was not asked. */
export type Measured = Record<Measure, number | null>;

export function measure(played: string, maia: MoveChoices, stockfish: MoveChoices | undefined): Measured {
  const [hers = ''] = maia.top;
  return {
    first: flag(hers === played),
    three: flag(maia.top.includes(played)),
    logLikelihood: maia.logLikelihood,
    ...(stockfish ? agreement(played, hers, maia, stockfish) : NOT_ASKED),
  };
}

type Agreement = Omit<Measured, 'first' | 'three' | 'logLikelihood'>;

const NOT_ASKED: Agreement = {
  stockfishFirst: null,
  stockfishThree: null,
  stockfishAmong: null,
  peopleFirst: null,
  peopleThree: null,
};

function agreement(played: string, hers: string, maia: MoveChoices, { top }: MoveChoices): Agreement {
  const [best = ''] = top;
  return {
    stockfishFirst: flag(hers === best),
    stockfishThree: flag(top.includes(hers)),
    stockfishAmong: flag(maia.top.includes(best)),
    peopleFirst: flag(played === best),
    peopleThree: flag(top.includes(played)),
  };
}

const flag = (holds: boolean): number => (holds ? 1 : 0);
