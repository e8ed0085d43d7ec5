import type { Room } from './desk.ts';

/** Moves on a running clock start beside whatever else runs, up to here. */
const MAX_MOVES = 32;

/** Two for each engine, so that engines stay busy while jobs wait for Maia, and one more: that one is never the same owner's. */
export const roomFor = (engines: number): Room => ({ jobs: 2 * engines + 1, perOwner: 2 * engines, moves: MAX_MOVES });
