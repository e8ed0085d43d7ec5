import { describe, expect, it } from 'vitest';
import { expectedScore, type Level, strengthOf, summarize } from '../../../src/analysis/match/summary.ts';
import { seeded } from '../../support/positions.ts';

const level = (elo: number, wins: number, draws: number, losses: number): Level => ({ elo, wins, draws, losses });

describe('a difference in strength', () => {
  // A table that is often printed; its 60 and 70 % are two points off what the formula beside it says (70.4, 147.2).
  it.each([
    [0.5, 0],
    [0.6, 72],
    [0.7, 149],
    [0.8, 241],
    [0.9, 382],
    [0.95, 511],
    [0.99, 798],
  ])('%d of the points are %d', (score, difference) => {
    expect(expectedScore(difference - 2.5)).toBeLessThan(score);
    expect(expectedScore(difference + 2.5)).toBeGreaterThan(score);
    expect(expectedScore(difference)).toBeCloseTo(1 - expectedScore(-difference), 12);
  });
});

describe('a strength', () => {
  it('is the difference to the one opponent', () => {
    const strength = strengthOf([level(1500, 12, 0, 8)]);
    expect(strength?.elo).toBeCloseTo(1500 + 400 * Math.log10(12 / 8), 6);
    expect(strength?.beyond).toBeNull();
  });

  it('has Wilson’s interval where nothing is drawn', () => {
    // By hand, 12 of 20: centre (0.6 + 1.9208 / 20) / 1.19208 = 0.58386,
    // half width 1.96 / 1.19208 · √(0.012 + 0.0024010) = 0.19731.
    const strength = strengthOf([level(1500, 12, 0, 8)]);
    expect(expectedScore((strength?.low ?? 0) - 1500)).toBeCloseTo(0.3865, 3);
    expect(expectedScore((strength?.high ?? 0) - 1500)).toBeCloseTo(0.7812, 3);
  });

  it('is known better the more is drawn', () => {
    const [wild, tame] = [strengthOf([level(1500, 10, 0, 10)]), strengthOf([level(1500, 2, 16, 2)])];
    expect(tame?.elo).toBeCloseTo(wild?.elo ?? 0, 6);
    // The variance is 4 · 0.25 / 20 = 0.05 instead of 0.25: the deviation is √5 times smaller.
    const width = (one: typeof wild) => expectedScore((one?.high ?? 0) - 1500) - 0.5;
    const wilson = (ratio: number) => {
      const z = (1.96 ** 2 * ratio) / 20;
      return Math.sqrt(z * (0.25 + z / 4)) / (1 + z);
    };
    expect(width(wild)).toBeCloseTo(wilson(1), 4);
    expect(width(tame)).toBeCloseTo(wilson(0.2), 4);
  });

  it('is beyond what can be told where every game is won, or lost', () => {
    expect(strengthOf([level(1500, 20, 0, 0)])).toMatchObject({
      elo: 2300,
      beyond: 'above',
      high: Number.POSITIVE_INFINITY,
    });
    expect(strengthOf([level(1500, 0, 0, 20)])).toMatchObject({
      elo: 700,
      beyond: 'below',
      low: Number.NEGATIVE_INFINITY,
    });
    // 20 of 20 would surprise anybody below 20 / (20 + 1.96²) = 0.8389 of the points.
    expect(expectedScore((strengthOf([level(1500, 20, 0, 0)])?.low ?? 0) - 1500)).toBeCloseTo(0.8389, 3);
  });

  it('is the same seen from the other side', () => {
    const [won, lost] = [strengthOf([level(1500, 9, 4, 7)]), strengthOf([level(1500, 7, 4, 9)])];
    expect((won?.elo ?? 0) + (lost?.elo ?? 0)).toBeCloseTo(3000, 6);
    expect((won?.low ?? 0) + (lost?.high ?? 0)).toBeCloseTo(3000, 6);
  });

  it('is one for several opponents', () => {
    const both = strengthOf([level(1500, 15, 0, 5), level(2000, 5, 0, 15)]);
    expect(both?.elo).toBeCloseTo(1750, 6);
    // What was not played says nothing.
    expect(strengthOf([level(1500, 12, 0, 8), level(2500, 0, 0, 0)])).toEqual(strengthOf([level(1500, 12, 0, 8)]));
    expect(strengthOf([level(1500, 0, 0, 0)])).toBeNull();
  });

  it.each([
    ['one opponent, 20 games', [1500], 20],
    ['three opponents, 40 games each', [1400, 1600, 1900], 40],
  ])('of a player who is known is within its interval: %s', (_, elos, games) => {
    const random = seeded(7);
    const matches = 1000;
    let held = 0;
    for (let match = 0; match < matches; match++) {
      const truth = 1300 + 600 * random();
      const levels = elos.map(elo => play(expectedScore(truth - elo), elo, games, random));
      const strength = strengthOf(levels);
      if (strength && strength.low <= truth && truth <= strength.high) held++;
    }
    expect(held / matches).toBeGreaterThan(0.93);
    expect(held / matches).toBeLessThan(0.985);
  });
});

/** A third of what can be drawn is. */
function play(score: number, elo: number, games: number, random: () => number): Level {
  const drawn = (2 * Math.min(score, 1 - score)) / 3;
  const tally = level(elo, 0, 0, 0);
  for (let game = 0; game < games; game++) {
    const at = random();
    if (at < drawn) tally.draws++;
    else if (at < drawn + (score - drawn / 2)) tally.wins++;
    else tally.losses++;
  }
  return tally;
}

describe('the summary of a match', () => {
  it('counts wins and losses from Maia’s side, whichever colour she has, the weakest opponent first', () => {
    const game = (elo: number, maia: 'white' | 'black', result: '1-0' | '0-1' | '1/2-1/2') => ({
      ...({ elo, number: 1, maia, result, by: result === '1/2-1/2' ? 'repetition' : 'checkmate' } as const),
    });
    const summary = summarize([
      game(1500, 'white', '1-0'),
      game(1500, 'black', '1-0'),
      game(1500, 'black', '1/2-1/2'),
      game(1200, 'black', '0-1'),
    ]);
    const levels = [level(1200, 1, 0, 0), level(1500, 1, 1, 1)];
    expect(summary).toEqual({
      games: 4,
      levels: levels.map(one => ({ ...one, strength: strengthOf([one]) })),
      strength: strengthOf(levels),
      ends: { checkmate: 3, repetition: 1 },
    });
    expect(summarize([])).toEqual({ games: 0, levels: [], strength: null, ends: {} });
  });
});
