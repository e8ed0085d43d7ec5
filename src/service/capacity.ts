import type { JobClass } from './classes.ts';

/** How many jobs of a class may run at once; one owner's are fewer where a newcomer shall start at once. */
export interface Places {
  all: number;
  perOwner: number;
}

export type Capacity = Record<JobClass, Places>;
/** The same as numbers, of which several can be added up. */
export type PlacesOf = Record<JobClass, number>;

/** Moves on a running clock start beside whatever else runs, up to here. */
const MAX_MOVES = 32;

/** Two for each engine, so that engines stay busy while jobs wait for Maia, and one more. */
export const jobsFor = (engines: number): number => 2 * engines + 1;

/** What engines have room for; `jobs` is what is said about long ones. */
export const placesFor = (engines: number, jobs = jobsFor(engines)): PlacesOf => ({
  move: MAX_MOVES,
  short: jobsFor(engines),
  long: jobs,
  background: Math.max(1, jobs - 1),
});

/**
 * Long jobs may take an hour, so one owner has half of their places; short ones are over in a moment, and leave one place. In
 * the background nobody waits.
 */
export const roomOf = ({ move, short, long, background }: PlacesOf): Capacity => ({
  move: { all: move, perOwner: move },
  short: { all: short, perOwner: Math.max(1, short - 1) },
  long: { all: long, perOwner: Math.max(1, Math.min(long - 1, Math.max(2, Math.floor(long / 2)))) },
  background: { all: background, perOwner: background },
});
