/** The ratings of players, in bands that are wide enough for a statement. */

const LOWEST = 1200;
const HIGHEST = 2200;
const WIDTH = 200;

const steps = Array.from({ length: (HIGHEST - LOWEST) / WIDTH }, (_, index) => LOWEST + index * WIDTH);

/** Lowest first; those whose rating nobody knows come last. */
export const BANDS: readonly string[] = [
  `below ${LOWEST}`,
  ...steps.map(from => `${from}–${from + WIDTH - 1}`),
  `from ${HIGHEST}`,
  'no rating',
];

export function bandOf(rating: number | undefined): string {
  const index = rating === undefined ? BANDS.length - 1 : bandIndex(rating);
  return BANDS[index] as string;
}

const bandIndex = (rating: number): number =>
  Math.min(steps.length + 1, Math.max(0, Math.floor((rating - LOWEST) / WIDTH) + 1));
