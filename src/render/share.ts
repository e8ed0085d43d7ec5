/** Shares of a whole, as they come from elsewhere: a number in [0,1], or nothing that can be drawn. */
export type Share = number | null;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** What is not a number is missing; what is beyond the ends is at the end. */
export const shareOf = (value: number | null | undefined): Share =>
  value === null || value === undefined || Number.isNaN(value) ? null : clamp(value, 0, 1);
