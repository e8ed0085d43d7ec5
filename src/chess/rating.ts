/** The ratings that Maia knows. */
export const RATING = { min: 600, max: 2600 };
