import { describe, expect, it } from 'vitest';

import { chooseModel } from '../../src/engine/model-choice.ts';
import { fitRatings, ratingsIn } from '../../src/service/runner.ts';

describe('the ratings of a question', () => {
  const both = { rating: 1540, opponentRating: 2300, temperature: 1 };

  it('become the nearest that the model knows, and nothing else changes', () => {
    expect(fitRatings(both, chooseModel('maia3-5m'))).toEqual(both);
    expect(fitRatings(both, chooseModel('auto'))).toEqual({ rating: 1500, opponentRating: 1900, temperature: 1 });
    expect(fitRatings(both, chooseModel('maia1-1200'))).toEqual({ rating: 1200, opponentRating: 1200, temperature: 1 });
    expect(fitRatings(both, chooseModel('own.pb.gz'))).toEqual(both);
    const players = { ratings: { white: 900, black: 1660 }, maia: true };
    expect(fitRatings(players, chooseModel('auto'))).toEqual({ ratings: { white: 1100, black: 1700 }, maia: true });
    expect(fitRatings({ depth: 12 }, chooseModel('auto'))).toEqual({ depth: 12 });
  });

  it('are found wherever they stand', () => {
    expect(ratingsIn(both)).toEqual([1540, 2300]);
    expect(ratingsIn({ rating: 1200, opponentRating: undefined })).toEqual([1200]);
    expect(ratingsIn({ ratings: { white: 900, black: 1660 } })).toEqual([900, 1660]);
    expect(ratingsIn({ depth: 12 })).toEqual([]);
  });
});
