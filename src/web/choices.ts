/** What a page offers when it asks again. */

export const THRESHOLDS = [0.1, 0.01, 0.001] as const;
export const DEPTHS = [15, 20, 25] as const;
/** Of a review: how many positions Stockfish searches for each move. */
export const NODES = [100_000, 300_000, 1_000_000] as const;

/** With what it is now, which may have come from elsewhere. */
export const withNow = (choices: readonly number[], now: number): readonly number[] =>
  choices.includes(now) ? choices : [now, ...choices];
