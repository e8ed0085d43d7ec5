/** Probabilities from a model's raw numbers. */

/** Softmax, safe for large numbers. Temperature 1 is the model's own opinion; 0 puts everything on its favourite. */
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

/** Only the likeliest, as few as make up `topP` together, as parts of what they make up. */
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
