import type { Priority } from '../base/fair-queue.ts';
import { expectedSearchMs } from '../engine/stockfish.ts';
import type { Job, Urgency } from './jobs.ts';

/**
 * Work by how long it keeps an engine, and for whom. Each class has places of its own, among those that run and those that wait,
 * so that none of them can take what another needs.
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

/** What nobody waits for stays in the background, however short it is. */
export const priorityOf = (job: Job, urgency: Urgency): Priority =>
  urgency !== 'move' && urgency !== 'background' && isShort(job) ? 'short' : urgency;
