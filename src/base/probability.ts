/**
 * Softmax, safe for large numbers. Temperature 1 keeps the model's probabilities; 0 puts everything on the likeliest.
 */
export function softmax(logits: ArrayLike<number>, temperature = 1): number[] {
  const values = Array.from(logits);
  const highest = Math.max(...values);
  if (temperature === 0) {
    const favourite = values.indexOf(highest);
    return values.map((_, index) => (index === favourite ? 1 : 0));
  }
  const weights = values.map(value => Math.exp((value - highest) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map(weight => weight / total);
}

/** The fewest likeliest items whose probabilities add up to `topP`, scaled so that they add up to 1. */
export function nucleus(probabilities: readonly number[], topP: number): number[] {
  if (topP >= 1) return [...probabilities];
  const kept = new Set<number>();
  let total = 0;
  for (const [index, probability] of [...probabilities.entries()].sort(([, a], [, b]) => b - a)) {
    if (total >= topP) break;
    kept.add(index);
    total += probability;
  }
  return probabilities.map((probability, index) => (kept.has(index) ? probability / total : 0));
}

/** The index that `at`, from 0 to 1, falls on among probabilities laid end to end; -1 if there are none. */
export function sample(probabilities: readonly number[], at: number): number {
  let left = at * probabilities.reduce((sum, probability) => sum + probability, 0);
  const hit = probabilities.findIndex(probability => {
    left -= probability;
    return left < 0;
  });
  if (hit >= 0) return hit;
  const last = probabilities.findLastIndex(probability => probability > 0);
  return last >= 0 ? last : probabilities.length - 1;
}

export interface MoveShare {
  uci: string;
  probability: number;
}

/** Draws a move with a random number from 0 to 1: each is drawn as often as people play it. */
export function drawMove(moves: readonly MoveShare[], at: number): string | undefined {
  const shares = moves.map(({ probability }) => probability);
  return moves[sample(shares, at)]?.uci;
}

/**
 * The number from 0 up to, but not including, 1 that belongs to a seed and a place: the same every time, without any
 * state. The mixing is that of the generator called splitmix32.
 */
export function seededRandom(seed: number, place: number): number {
  let mixed = (Math.imul(seed, 0x85ebca6b) + Math.imul(place + 1, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
