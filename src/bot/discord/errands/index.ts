import type { Errand } from '../errand.ts';
import { analyzeErrand } from './analyze.ts';
import { investigateErrand } from './investigate.ts';
import { matchErrand } from './match.ts';
import { reviewErrand } from './review.ts';

/** Everything that can be asked, kept, and asked again. */
export const ERRANDS: readonly Errand<unknown>[] = [analyzeErrand, reviewErrand, investigateErrand, matchErrand];

export const errandOf = (kind: string, errands: readonly Errand<unknown>[]): Errand<unknown> | undefined =>
  errands.find(errand => errand.kind === kind);
