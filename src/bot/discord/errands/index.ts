import type { Errand } from '../errand.ts';

/** Everything that can be asked, kept, and asked again. */
export const ERRANDS: readonly Errand<unknown>[] = [];

export const errandOf = (kind: string, errands: readonly Errand<unknown>[]): Errand<unknown> | undefined =>
  errands.find(errand => errand.kind === kind);
