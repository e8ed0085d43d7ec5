import type { Priority } from '../base/fair-queue.ts';
import { expectedSearchMs } from '../engine/stockfish.ts';
import type { Job, Urgency } from './jobs.ts';

/**
 * Work by how long it keeps an engine, and for whom. Each class has places of its own, among those that run and those
 * that wait, so that none of them can take what another needs.
 */
export const CLASSES = ['move', 'short', 'long', 'background'] as const;
export type JobClass = (typeof CLASSES)[number];

export const classOf = (priority: Priority): JobClass =>
  priority === 'interactive' || priority === 'live' ? 'long' : priority;

/** On a slow machine: depth 17, or 200,000 nodes. */
const SHORT_MS = 2_000;
/** Measured: what Maia takes for a position on one core. */
const PREDICTION_MS = 20;

/** A question that an engine answers in a moment, by its kind and what it asks for. */
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

/** How many jobs of a class may run at once; one owner's are fewer where a newcomer shall start at once. */
export interface ClassCapacity {
  all: number;
  perOwner: number;
}

export type Capacity = Record<JobClass, ClassCapacity>;
/** The same as numbers, of which several can be added up. */
export type JobPlaces = Record<JobClass, number>;

/** Moves on a running clock start beside whatever else runs, up to here. */
const MAX_MOVES = 32;

/** Two for each engine, so that engines stay busy while jobs wait for Maia, and one more. */
export const jobsFor = (engines: number): number => 2 * engines + 1;

/** What engines have room for; `jobs` is what is said about long ones. */
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
