import { clamped } from '../base/bounds.ts';

/** The ratings that Maia knows. */
export const RATING = { min: 600, max: 2600 } as const;

/** Whom analyses have in mind where nothing is said. */
export const USUAL_RATING = 1500;

/** The nearest rating that Maia knows. */
export const knownRating = (rating: number): number => clamped(rating, RATING);
