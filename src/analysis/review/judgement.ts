import type { Color } from 'chessops/types';
import { clamped } from '../../base/bounds.ts';
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

// Accuracy as Lichess counts it, so that players can compare: https://lichess.org/page/accuracy, and in the source
// lila's AccuracyPercent.scala and Maths.scala.

// Fitted by Lichess so that a move that loses 10 % is worth 60, and one that loses 40 % is worth 20.
const SCALE = 103.1668100711649;
const DECAY = -0.04354415386753951;
const OFFSET = -3.166924740191411;
/** Analysis is imperfect, so every move gets a point. */
const BONUS = 1;

/** From 0 to 100, by the mover's win percentages before and after the move. */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  return clamped(SCALE * Math.exp(DECAY * (before - after)) + OFFSET + BONUS, { min: 0, max: 100 });
}

const WINDOW = { min: 2, max: 8 };
const PLIES_PER_WINDOW = 10;
const WEIGHT = { min: 0.5, max: 12 };

/**
 * How much each move counts: where the game swings, moves count more. A move's window is the last few positions up to
 * the one it leads to; the first moves share the first full window. `winPercents` has one entry more than there are
 * moves, null where it is not known.
 */
export function moveWeights(winPercents: readonly (number | null)[]): number[] {
  const moves = winPercents.length - 1;
  const evaluated = winPercents.filter(isNumber).length - 1;
  const size = clamped(Math.floor(evaluated / PLIES_PER_WINDOW), WINDOW);
  return Array.from({ length: Math.max(0, moves) }, (_, move) => {
    const end = Math.max(size, move + 2);
    const window = winPercents.slice(end - size, end).filter(isNumber);
    return clamped(deviation(window), WEIGHT);
  });
}

interface WeightedAccuracy {
  accuracy: number;
  weight: number;
}

/**
 * One number for many moves: half of it counts the turbulent ones more, half of it is the harmonic mean, which does not
 * forgive a single terrible move. Null without any.
 */
export function overallAccuracy(moves: readonly WeightedAccuracy[]): number | null {
  if (moves.length === 0) return null;
  const weights = sum(moves.map(({ weight }) => weight));
  const weighted = sum(moves.map(({ accuracy, weight }) => accuracy * weight)) / weights;
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (weighted + harmonic) / 2;
}

const isNumber = (value: number | null): value is number => value !== null;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of the population. */
function deviation(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map(value => (value - mean) ** 2)) / values.length);
}
