import type { Config } from '../config.ts';
import { AUTO, askedRating, chooseModel, type ModelChoice } from '../engine/choice.ts';
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

/** Says which of the ratings are not taken as they stand. */
export function noteRatings(model: ModelChoice, ratings: readonly number[], terminal: Terminal): void {
  if (model.kind === 'file')
    return terminal.note(`Nobody has told whose moves ${model.path} plays, nor its checksum; ratings do not count.`);
  const [near, who] = model.kind === 'auto' ? [NEAR, 'Maia-1 knows people from 1100 to 1900'] : [0, ownWords(model)];
  for (const rating of new Set(ratings)) {
    const asked = askedRating(model, rating);
    if (Math.abs(asked - rating) > near) terminal.note(`${who}: the rating ${rating} is taken for ${asked}.`);
  }
}

const ownWords = ({ model: { id, ratings } }: Extract<ModelChoice, { kind: 'known' }>): string =>
  `${id} knows people of ${[...new Set(ratings)].join(' to ')}`;
