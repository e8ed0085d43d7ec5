import type { Priority } from '../base/fair-queue.ts';
import { expectedSearchMs } from '../engine/stockfish.ts';
import type { Job, Urgency } from './jobs.ts';

/**
 * The classes of jobs, by how long they keep an engine and for whom. Each class has places of its own, both for jobs
 * that run and for jobs that wait, so that no class can take the places of another.
 */
export const CLASSES = ['move', 'short', 'long', 'background'] as const;
export type JobClass = (typeof CLASSES)[number];

export const classOf = (priority: Priority): JobClass =>
  priority === 'interactive' || priority === 'live' ? 'long' : priority;

/** The longest time of a short job; on a slow machine this is depth 17, or 200,000 nodes. */
const SHORT_MS = 2_000;
/** The measured time that Maia takes for a position on one core. */
const PREDICTION_MS = 20;

/** Whether an engine answers the job in a moment, by its kind and its parameters. */
function isShort(job: Job): boolean {
  switch (job.kind) {
    case 'eval':
      return expectedSearchMs(job.params) <= SHORT_MS;
    case 'maia':
      return true;
    case 'maias':
      return job.inputs.length * PREDICTION_MS <= SHORT_MS;
    default:
      return false;
  }
}

/** A job in the background stays there, however short it is. */
export const priorityOf = (job: Job, urgency: Urgency): Priority =>
  urgency !== 'move' && urgency !== 'background' && isShort(job) ? 'short' : urgency;

/** How many jobs of a class may run at once, in all and of one owner: places are left for other owners. */
export interface ClassCapacity {
  all: number;
  perOwner: number;
}

export type Capacity = Record<JobClass, ClassCapacity>;
/** The number of jobs of each class that may run at once; those of several workers can be added up. */
export type JobPlaces = Record<JobClass, number>;

/** How many moves on running clocks may be searched at once, besides all other jobs. */
const MAX_MOVES = 32;

/** Two for each engine, so that engines stay busy while jobs wait for Maia, and one more. */
export const jobsFor = (engines: number): number => 2 * engines + 1;

/** The places of so many engines; `jobs` is the number of long jobs, if that is set. */
export const placesFor = (engines: number, jobs = jobsFor(engines)): JobPlaces => ({
  move: MAX_MOVES,
  short: jobsFor(engines),
  long: jobs,
  background: Math.max(1, jobs - 1),
});

/**
 * Long jobs may take an hour, so one owner gets half of their places. Short ones take a moment, so one owner leaves one
 * place free. In the background one owner may have all places.
 */
export const capacityOf = ({ move, short, long, background }: JobPlaces): Capacity => ({
  move: { all: move, perOwner: move },
  short: { all: short, perOwner: Math.max(1, short - 1) },
  long: { all: long, perOwner: Math.max(1, Math.min(long - 1, Math.max(2, Math.floor(long / 2)))) },
  background: { all: background, perOwner: background },
});
