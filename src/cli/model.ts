import type { Config } from '../app/config.ts';
import { AUTO, askedRating, chooseModel, type ModelChoice, modelsOf } from '../engine/choice.ts';
import type { OptionTable, Values } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Which human model is asked: the same option wherever Maia is. */

export const MODEL_OPTION: OptionTable = {
  model: {
    type: 'string',
    value: 'id',
    help: 'maia3-5m, maia1-1100 to maia1-1900, auto (the nearest of these to the rating), or a .pb.gz file.',
  },
};

/** What stands in a usage line. */
export const MODEL_USAGE = `[--model maia3-5m|maia1-1500|${AUTO}|file.pb.gz]`;

/** The one that is named, or the one that is set. */
export const modelOption = ({ model }: Values, config: Pick<Config, 'model'>): ModelChoice =>
  chooseModel(typeof model === 'string' ? model : config.model);

/** For a job; nothing where nothing is said. */
export const modelWish = ({ model }: Values): { model?: string } => (typeof model === 'string' ? { model } : {});

/** Nets for hundreds of points are never farther from a rating between them. */
const NEAR = 50;

/** Those that are not taken as they stand. */
export const farRatings = (model: ModelChoice, ratings: readonly number[]): number[] =>
  ratings.filter(rating => Math.abs(askedRating(model, rating) - rating) > (model.kind === 'auto' ? NEAR : 0));

/** `600 to 2600`, or the one that there is. */
export function knownRatings(model: ModelChoice): string {
  const ratings = modelsOf(model).flatMap(one => one.ratings);
  return [...new Set([Math.min(...ratings), Math.max(...ratings)])].join(' to ');
}

/** Says which of the ratings are not taken as they stand. */
export function noteRatings(model: ModelChoice, ratings: readonly number[], terminal: Terminal): void {
  if (model.kind === 'file')
    return terminal.note(`Nobody has told whose moves ${model.path} plays, nor its checksum; ratings do not count.`);
  const who = model.kind === 'auto' ? 'Maia-1 knows people from' : `${model.model.id} knows people of`;
  for (const rating of new Set(farRatings(model, ratings)))
    terminal.note(`${who} ${knownRatings(model)}: the rating ${rating} is taken for ${askedRating(model, rating)}.`);
}
