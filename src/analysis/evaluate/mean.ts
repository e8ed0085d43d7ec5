/**
 * A mean over the moves of many games, and how far it can be off. The moves of one game are alike: the same players, the
 * same opening, the same lost endgame. So not moves are counted as independent but games: a game is one cluster, and the
 * variance is that of a ratio of sums over clusters, with Student's distribution for the number of games.
 */
export interface Mean {
  mean: number;
  /** Half of the 95 % interval. Null where too few games, or games that are all the same, say nothing of the scatter. */
  margin: number | null;
}

/** What the moves of one game add up to. */
export interface Cluster {
  sum: number;
  count: number;
}

/** With fewer games the variance is little more than a guess itself. */
export const MIN_GAMES = 10;

/** Null where there is nothing to take a mean of. */
export function clusteredMean(clusters: readonly Cluster[]): Mean | null {
  const present = clusters.filter(({ count }) => count > 0);
  const [games, moves] = [present.length, total(present, ({ count }) => count)];
  if (moves === 0) return null;
  const mean = total(present, ({ sum }) => sum) / moves;
  if (games < MIN_GAMES) return { mean, margin: null };
  const squares = total(present, ({ sum, count }) => (sum - mean * count) ** 2);
  const deviation = Math.sqrt((games / (games - 1)) * squares) / moves;
  return { mean, margin: deviation === 0 ? null : student(games - 1) * deviation };
}

/** Of the normal distribution, for 95 %. */
const Z = 1.959964;

/** Student's 97.5 % quantile as a series around the normal one (Cornish and Fisher); 0.0003 off at 9 degrees of freedom. */
function student(degrees: number): number {
  const [z, z3, z5, z7] = [Z, Z ** 3, Z ** 5, Z ** 7];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}

const total = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);
