/** Shares of a whole, as they come from elsewhere: a number in [0,1], or nothing that can be drawn. */
export type Share = number | null;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** What is not a number is missing; what is beyond the ends is at the end. */
export const shareOf = (value: number | null | undefined): Share =>
  value === null || value === undefined || Number.isNaN(value) ? null : clamp(value, 0, 1);

/** `62 %`. A little is not nothing, and almost everything is not everything. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.005) return '< 1 %';
  if (share < 1 && share >= 0.995) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}
