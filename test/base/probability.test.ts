import { describe, expect, it } from 'vitest';
import { drawMove } from '../../src/base/probability.ts';
import { seeded } from '../support/positions.ts';

describe('the choice of a move', () => {
  const moves = [
    { uci: 'e2e4', probability: 0.5 },
    { uci: 'd2d4', probability: 0.3 },
    { uci: 'g1f3', probability: 0.2 },
  ];

  it('takes each as often as people do', () => {
    const random = seeded(3);
    const counts = new Map<string | undefined, number>();
    for (let count = 0; count < 10_000; count++) {
      const uci = drawMove(moves, random());
      counts.set(uci, (counts.get(uci) ?? 0) + 1);
    }
    for (const { uci, probability } of moves) expect((counts.get(uci) ?? 0) / 10_000).toBeCloseTo(probability, 1);
  });

  it('has an answer at both ends, and where the sum is not quite 1', () => {
    expect([0, 0.4999, 0.5, 0.9999999].map(at => drawMove(moves, at))).toEqual(['e2e4', 'e2e4', 'd2d4', 'g1f3']);
    expect(drawMove([{ uci: 'a2a3', probability: 0 }], 0.5)).toBe('a2a3');
    expect(drawMove([], 0.5)).toBeUndefined();
  });
});
