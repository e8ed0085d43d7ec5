/**
 * Accuracy as Lichess counts it, so that players can compare: https://lichess.org/page/accuracy, and in the source
 * lila's AccuracyPercent.scala and Maths.scala.
 */

// Fitted by Lichess so that a move that loses 10 % is worth 60, and one that loses 40 % is worth 20.
const SCALE = 103.1668100711649;
const DECAY = -0.04354415386753951;
const OFFSET = -3.166924740191411;
/** Analysis is imperfect, so every move gets a point. */
const BONUS = 1;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** From 0 to 100, by the mover's win percentages before and after the move. */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  return clamp(SCALE * Math.exp(DECAY * (before - after)) + OFFSET + BONUS, 0, 100);
}

const WINDOW = { least: 2, most: 8, plies: 10 };
const WEIGHT = { least: 0.5, most: 12 };

/**
 * How much each move counts: where the game swings, moves count more. A move's window is the last few positions up to
 * the one it leads to; the first moves share the first full window. `winPercents` has one entry more than there are
 * moves, null where it is not known.
 */
export function moveWeights(winPercents: readonly (number | null)[]): number[] {
  const moves = winPercents.length - 1;
  const evaluated = winPercents.filter(isNumber).length - 1;
  const size = clamp(Math.floor(evaluated / WINDOW.plies), WINDOW.least, WINDOW.most);
  return Array.from({ length: Math.max(0, moves) }, (_, move) => {
    const end = Math.max(size, move + 2);
    const window = winPercents.slice(end - size, end).filter(isNumber);
    return clamp(deviation(window), WEIGHT.least, WEIGHT.most);
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
