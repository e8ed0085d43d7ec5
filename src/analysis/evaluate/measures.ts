import type { Choice } from './game.ts';

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

export function measure(played: string, maia: Choice, stockfish: Choice | undefined): Measured {
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

function agreement(played: string, hers: string, maia: Choice, { top }: Choice): Agreement {
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
