import type { Judgement, Label } from './report.ts';

/** A mistake that so many people make is natural; one that so few make is out of character. */
const NATURAL = 0.3;
const OUT_OF_CHARACTER = 0.05;
/** A best move that at most so many people find is a great find. */
const HARD_TO_FIND = 0.2;
/** By so much win percentage the second-best move must be worse for the best to be a find, or the only one. */
const MUCH_WORSE = 10;

interface Evidence {
  judgement: Judgement | undefined;
  /** How often people of the mover's rating play it; null where nobody has asked. */
  played: number | null;
  /** How much win percentage the next best move would have cost; null where the move was not the best, or the only legal one. */
  gap: number | null;
}

/** What can be said of a move besides its judgement. */
export function labelsOf({ judgement, played, gap }: Evidence): Label[] {
  const labels: Label[] = [];
  const isMistake = judgement === 'mistake' || judgement === 'blunder';
  if (isMistake && played !== null && played >= NATURAL) labels.push('natural-mistake');
  if (isMistake && played !== null && played <= OUT_OF_CHARACTER) labels.push('out-of-character');
  if (gap === null || gap < MUCH_WORSE) return labels;
  if (played !== null && played <= HARD_TO_FIND) labels.push('great-find');
  labels.push('only-move');
  return labels;
}
