import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { softmax } from '../../src/base/probability.ts';

const logits = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 60 });
const temperatures = fc.oneof(fc.constant(0), fc.double({ min: 0.05, max: 10, noNaN: true }));

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe('softmax', () => {
  it('gives probabilities that sum to one, at any temperature', () => {
    fc.assert(
      fc.property(logits, temperatures, (values, temperature) => {
        const probabilities = softmax(values, temperature);
        expect(probabilities).toHaveLength(values.length);
        expect(total(probabilities)).toBeCloseTo(1, 9);
        expect(probabilities.every(probability => probability >= 0 && probability <= 1)).toBe(true);
      }),
    );
  });

  it('never gives a lower number the higher probability', () => {
    fc.assert(
      fc.property(logits, temperatures, (values, temperature) => {
        const probabilities = softmax(values, temperature);
        const ranked = values.map((value, index) => ({ value, probability: probabilities[index] ?? -1 }));
        ranked.sort((a, b) => a.value - b.value || a.probability - b.probability);
        const sorted = ranked.map(({ probability }) => probability);
        expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      }),
    );
  });

  it('does not change when all numbers are shifted', () => {
    fc.assert(
      fc.property(logits, fc.integer({ min: -500, max: 500 }), (values, shift) => {
        const shifted = softmax(values.map(value => value + shift));
        softmax(values).forEach((probability, index) => {
          expect(shifted[index]).toBeCloseTo(probability, 9);
        });
      }),
    );
  });

  it('knows the textbook values', () => {
    expect(softmax([0, 0, 0, 0])).toEqual([0.25, 0.25, 0.25, 0.25]);
    // e^ln(3) : e^0 is 3 : 1, and half the temperature squares that: 9 : 1
    const odds = [Math.log(3), 0];
    expect(softmax(odds)[0]).toBeCloseTo(0.75, 12);
    expect(softmax(odds, 0.5)[0]).toBeCloseTo(0.9, 12);
    expect(softmax(odds, 2)[0]).toBeCloseTo(Math.sqrt(3) / (Math.sqrt(3) + 1), 12);
  });

  it('puts everything on the favourite at temperature 0, the first of equals', () => {
    expect(softmax([1, 5, 3], 0)).toEqual([0, 1, 0]);
    expect(softmax([2, 7, 7], 0)).toEqual([0, 1, 0]);
  });

  it('takes the typed arrays a model returns, and numbers beyond the range of exp', () => {
    expect(softmax(Float32Array.of(1000, 1000))).toEqual([0.5, 0.5]);
    expect(softmax([-1000, 1000])).toEqual([0, 1]);
    expect(softmax([])).toEqual([]);
  });
});
