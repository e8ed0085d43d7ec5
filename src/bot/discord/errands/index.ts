import type { Errand } from '../errand.ts';
import { reviewErrand } from './review.ts';

/** Everything that can be asked, kept, and asked again. */
export const ERRANDS: readonly Errand<unknown>[] = [reviewErrand];

export const errandOf = (kind: string, errands: readonly Errand<unknown>[]): Errand<unknown> | undefined =>
  errands.find(errand => errand.kind === kind);
