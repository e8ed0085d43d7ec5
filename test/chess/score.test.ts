import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp, flipScore, makeScore, mate, parseScore, type Score, turnScore, winrate } from '../../src/chess/score.ts';

const scores: fc.Arbitrary<Score> = fc.oneof(
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map(cp),
  fc
    .integer({ min: -9999, max: 9999 })
    .filter(moves => moves !== 0)
    .map(mate),
);

describe('a score', () => {
  it('turned twice is itself', () => {
    fc.assert(
      fc.property(scores, fc.constantFrom('white' as const, 'black' as const), (score, side) => {
        expect(flipScore(flipScore(score))).toStrictEqual(score);
        expect(turnScore(turnScore(score, side), side)).toStrictEqual(score);
      }),
    );
  });

  it('changes its sign for Black and keeps it for White', () => {
    expect(turnScore(cp(35), 'white')).toEqual(cp(35));
    expect(turnScore(cp(35), 'black')).toEqual(cp(-35));
    expect(turnScore(mate(-3), 'black')).toEqual(mate(3));
    // toStrictEqual tells 0 from -0.
    expect(flipScore(cp(0))).toStrictEqual(cp(0));
  });

  it('reads back from its own text', () => {
    fc.assert(
      fc.property(scores, score => {
        expect(parseScore(makeScore(score))).toStrictEqual(score);
      }),
    );
  });

  it.each([
    [cp(35), '+0.35'],
    [cp(-1200), '-12.00'],
    [cp(0), '0.00'],
    [cp(-5), '-0.05'],
    [mate(3), '#3'],
    [mate(-3), '#-3'],
  ])('%o is written %s', (score, text) => {
    expect(makeScore(score)).toBe(text);
  });

  // https://github.com/lichess-org/lila: [%eval 2.35], [%eval #-4]
  it.each([
    ['2.35', cp(235)],
    ['+2.35', cp(235)],
    ['-0.1', cp(-10)],
    ['7', cp(700)],
    ['1.256', cp(126)],
    ['#-4', mate(-4)],
    ['#+4', mate(4)],
  ])('%s is read as PGN writes it', (text, score) => {
    expect(parseScore(text)).toStrictEqual(score);
  });

  it.each(['', '#', '#0', '#-0', '1.', '.5', '1e3', '#1.5', '+-1', '123456', 'M3', ' 1', 'NaN'])(
    '%j is no score',
    text => {
      expect(parseScore(text)).toBeUndefined();
    },
  );
});

describe('a win rate', () => {
  it('follows the curve that Lichess publishes', () => {
    // https://lichess.org/page/accuracy: Win% = 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
    const published = (centipawns: number) => 50 + 50 * (2 / (1 + Math.exp(-0.00368208 * centipawns)) - 1);
    for (const centipawns of [-900, -100, -1, 0, 50, 300, 1000])
      expect(100 * winrate(cp(centipawns), 'white')).toBeCloseTo(published(centipawns), 10);
    expect(winrate(cp(100), 'white')).toBeCloseTo(0.591, 3);
  });

  it('does not grow beyond ten pawns, and is certain only with a mate', () => {
    expect(winrate(cp(5000), 'white')).toBe(winrate(cp(1000), 'white'));
    expect(winrate(cp(-5000), 'white')).toBe(winrate(cp(-1000), 'white'));
    expect(winrate(cp(5000), 'white')).toBeLessThan(1);
    expect([winrate(mate(1), 'white'), winrate(mate(-1), 'white')]).toEqual([1, 0]);
    expect([winrate(mate(30), 'black'), winrate(mate(-30), 'black')]).toEqual([0, 1]);
  });

  it('of both sides together is one point, and follows the colours', () => {
    fc.assert(
      fc.property(scores, score => {
        expect(winrate(score, 'white') + winrate(score, 'black')).toBeCloseTo(1, 12);
        expect(winrate(flipScore(score), 'black')).toBe(winrate(score, 'white'));
      }),
    );
  });

  it('never falls when the score rises', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), (low, more) => {
        expect(winrate(cp(low + more), 'white')).toBeGreaterThanOrEqual(winrate(cp(low), 'white'));
      }),
    );
  });
});
