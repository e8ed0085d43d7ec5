import type { MaiaParams, MaiaReport } from '../analysis/maia.ts';
import { numberAt } from '../analysis/match/random.ts';
import { Fault } from '../base/fault.ts';
import { drawMove } from '../chess/chance.ts';
import { askedRating } from '../engine/choice.ts';
import { knownRating, RATING } from '../service/jobs.ts';
import type { Context, Values } from './command.ts';
import { modelOption, noteRatings } from './model.ts';
import { numberOption } from './options.ts';

/** How somebody wants Maia to be asked, and to be told. */

export const USUAL = 1500;
const MAX_SEED = 1e9;

/** Ratings as far as they are known from where a position comes from. */
export function maiaParams(
  values: Values,
  { own, theirs }: { own?: number | undefined; theirs?: number | undefined },
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
): MaiaParams {
  const model = modelOption(values, config);
  const rating = numberOption(values, 'rating', {
    fallback: knownRating(own ?? askedRating(model, USUAL)),
    ...RATING,
  });
  noteRatings(model, [rating], terminal);
  const opponentRating = numberOption(values, 'opponent-rating', {
    fallback: knownRating(theirs ?? rating),
    ...RATING,
  });
  const temperature = numberOption(values, 'temperature', { fallback: 1, min: 0, max: 10, whole: false });
  const topP = numberOption(values, 'top-p', { fallback: 1, min: 0.01, max: 1, whole: false });
  return { rating, opponentRating, temperature, topP };
}

/** The move that chance has chosen, if it was asked. */
export interface Drawn {
  picked?: { san: string; uci: string; seed: number };
}

interface Shown {
  /** How many moves to tell. */
  top: number;
  /** Nothing where nobody wants a move drawn, or there is none. The place is that of a position among many. */
  draw: (report: MaiaReport, place: number) => Drawn;
}

export function readShown(values: Values): Shown {
  const top = numberOption(values, 'top', { fallback: 5, min: 1, max: 256 });
  if (!values.pick && values.seed !== undefined)
    throw new Fault('bad-input', 'seed: it is for moves that are drawn; say --pick, too.');
  if (!values.pick) return { top, draw: () => ({}) };
  const seed = numberOption(values, 'seed', { fallback: Math.floor(Math.random() * MAX_SEED), min: 0, max: MAX_SEED });
  const draw = ({ moves }: MaiaReport, place: number): Drawn => {
    const uci = drawMove(moves, numberAt(seed, place));
    const move = moves.find(one => one.uci === uci);
    return move ? { picked: { san: move.san, uci: move.uci, seed } } : {};
  };
  return { top, draw };
}
