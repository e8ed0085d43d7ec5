import type { Color } from 'chessops/types';
import { type Score, turnScore, winPercent } from '../../chess/score.ts';
import type { Judgement, MoveLabel } from './report.ts';

/** By the win percentage that the mover lost, the worst first; Lichess's bounds (lila, Advice.scala). */
const BY_LOSS: readonly [atLeast: number, Judgement][] = [
  [15, 'blunder'],
  [10, 'mistake'],
  [5, 'inaccuracy'],
];

/** Mates that come or go in a game that is decided anyway are forgiven: by the mover's centipawns without the mate. */
const DECIDED = 999;
const NEARLY_DECIDED = 700;

/**
 * What a move is accused of, by the scores (White's) before and after it. A move that the engine would play is never
 * accused.
 */
export function judgementOf(before: Score, after: Score, mover: Color): Judgement | undefined {
  const [own, next] = [turnScore(before, mover), turnScore(after, mover)];
  if (own.kind === 'cp' && next.kind === 'cp') {
    const lost = winPercent(own) - winPercent(next);
    return BY_LOSS.find(([atLeast]) => lost >= atLeast)?.[1];
  }
  const letMateHappen = own.kind === 'cp' && next.kind === 'mate' && next.mate < 0;
  if (letMateHappen) return forgiven(-own.cp);
  const lostMate = own.kind === 'mate' && own.mate > 0 && !(next.kind === 'mate' && next.mate > 0);
  if (lostMate) return forgiven(next.kind === 'cp' ? next.cp : 0);
  return undefined;
}

/** By how far the game was decided all the same, in centipawns. */
function forgiven(decided: number): Judgement {
  if (decided > DECIDED) return 'inaccuracy';
  return decided > NEARLY_DECIDED ? 'mistake' : 'blunder';
}

/** A mistake that so many people make is natural; one that so few make is out of character. */
const NATURAL = 0.3;
const OUT_OF_CHARACTER = 0.05;
/** A best move that at most so many people find is a great find. */
const HARD_TO_FIND = 0.2;
/** By so much win percentage the second-best move must be worse for the best to be a find, or the only one. */
const MUCH_WORSE = 10;

interface LabelFacts {
  judgement: Judgement | undefined;
  /** How often people of the mover's rating play it; null where Maia was not asked. */
  played: number | null;
  /**
   * How much win percentage the next best move would have cost; null where the move was not the best, or the only legal
   * one.
   */
  gap: number | null;
}

/** What can be said of a move besides its judgement. */
export function labelsOf({ judgement, played, gap }: LabelFacts): MoveLabel[] {
  const labels: MoveLabel[] = [];
  const isMistake = judgement === 'mistake' || judgement === 'blunder';
  if (isMistake && played !== null && played >= NATURAL) labels.push('natural-mistake');
  if (isMistake && played !== null && played <= OUT_OF_CHARACTER) labels.push('out-of-character');
  if (gap === null || gap < MUCH_WORSE) return labels;
  if (played !== null && played <= HARD_TO_FIND) labels.push('great-find');
  labels.push('only-move');
  return labels;
}
