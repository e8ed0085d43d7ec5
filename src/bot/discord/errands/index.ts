import type { Errand } from '../errand.ts';
import { investigateErrand } from './investigate.ts';

/** Everything that can be asked, kept, and asked again. */
export const ERRANDS: readonly Errand<unknown>[] = [investigateErrand];

export const errandOf = (kind: string, errands: readonly Errand<unknown>[]): Errand<unknown> | undefined =>
  errands.find(errand => errand.kind === kind);
