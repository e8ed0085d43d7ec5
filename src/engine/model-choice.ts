import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { type ModelEntry, readManifest } from './manifest.ts';

/** The choice of a model: a known one, the Maia-1 net that is nearest to each rating, or a file of the user's. */
export type ModelChoice =
  | { kind: 'known'; model: ModelEntry }
  | { kind: 'auto'; models: readonly ModelEntry[] }
  | { kind: 'file'; path: string };

const AUTO = 'auto';
const FILE = /\.pb\.gz$/;

export const modelNames = (models: readonly ModelEntry[] = readManifest()): string =>
  [...models.map(({ id }) => id), AUTO].join(', ');

export const isModel = (text: string, models: readonly ModelEntry[] = readManifest()): boolean =>
  text === AUTO || FILE.test(text) || models.some(({ id }) => id === text);

export function chooseModel(text: string, models: readonly ModelEntry[] = readManifest()): ModelChoice {
  if (text === AUTO) return { kind: 'auto', models: models.filter(({ family }) => family === 'maia1') };
  if (FILE.test(text)) return { kind: 'file', path: resolve(text) };
  const model = models.find(({ id }) => id === text);
  if (model) return { kind: 'known', model };
  throw new Fault('bad-input', `model: there is no "${text}"; known: ${modelNames(models)}, or a .pb.gz file.`);
}

const distance = ([lowest, highest]: ModelEntry['ratings'], rating: number): number =>
  Math.max(lowest - rating, rating - highest, 0);

/** The models that have to be installed for a choice. */
export function modelsOf(choice: ModelChoice): readonly ModelEntry[] {
  if (choice.kind === 'auto') return choice.models;
  return choice.kind === 'known' ? [choice.model] : [];
}

/** The model that is asked about people of a rating. */
export function modelFor(choice: Exclude<ModelChoice, { kind: 'file' }>, rating: number): ModelEntry {
  if (choice.kind === 'known') return choice.model;
  // Halfway between two it is the lower one.
  return choice.models.reduce((best, model) =>
    distance(model.ratings, rating) < distance(best.ratings, rating) ? model : best,
  );
}

/**
 * The rating that is really asked about: the nearest that the model knows. For a file of unknown rating it is the
 * rating that was given.
 */
export function askedRating(choice: ModelChoice, rating: number): number {
  if (choice.kind === 'file') return rating;
  const [lowest, highest] = modelFor(choice, rating).ratings;
  return Math.min(highest, Math.max(lowest, rating));
}

/** Whether one model answers for all ratings. */
export const knowsAllRatings = (choice: ModelChoice): boolean =>
  choice.kind === 'known' && choice.model.family === 'maia3';

/** The name in reports: the models that are asked about people of these ratings. */
export function modelName(choice: ModelChoice, ratings: readonly number[]): string {
  if (choice.kind === 'file') return basename(choice.path).replace(FILE, '');
  if (choice.kind === 'auto' && ratings.length === 0) return AUTO;
  const ids = ratings.map(rating => modelFor(choice, rating).id);
  return choice.kind === 'known' ? choice.model.id : [...new Set(ids)].join(' and ');
}

/** A text that differs for two choices whose answers could differ. */
export function modelIdentity(choice: ModelChoice): string {
  if (choice.kind === 'auto') return AUTO;
  if (choice.kind === 'known') return choice.model.id;
  const file = statSync(choice.path, { throwIfNoEntry: false });
  return `${choice.path}:${file?.size}:${Math.round(file?.mtimeMs ?? 0)}`;
}
