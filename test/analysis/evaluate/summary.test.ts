import { describe, expect, it } from 'vitest';
import { BANDS, bandOf, type MeasuredMove, measure, summarizeMoves } from '../../../src/analysis/evaluate/summary.ts';

describe('a move', () => {
  const maia = { top: ['e2e4', 'd2d4', 'c2c4'], logLikelihood: Math.log(0.25) };
  const stockfish = { top: ['d2d4', 'e2e4', 'g1f3'], logLikelihood: null };

  it('is compared with what Maia and Stockfish would have played', () => {
    expect(measure('e2e4', maia, stockfish)).toEqual({
      ...{ first: 1, three: 1, logLikelihood: Math.log(0.25) },
      ...{ stockfishFirst: 0, stockfishThree: 1, stockfishAmong: 1, peopleFirst: 0, peopleThree: 1 },
    });
    expect(measure('g1f3', maia, stockfish)).toMatchObject({ first: 0, three: 0, peopleFirst: 0, peopleThree: 1 });
    expect(measure('c2c4', maia, { ...stockfish, top: ['c2c4'] })).toMatchObject({
      ...{
        first: 0,
        three: 1,
        stockfishFirst: 0,
        stockfishThree: 0,
        stockfishAmong: 1,
        peopleFirst: 1,
        peopleThree: 1,
      },
    });
  });

  it('says nothing of Stockfish where that was not asked', () => {
    expect(measure('e2e4', maia, undefined)).toEqual({
      ...{ first: 1, three: 1, logLikelihood: Math.log(0.25) },
      ...{ stockfishFirst: null, stockfishThree: null, stockfishAmong: null, peopleFirst: null, peopleThree: null },
    });
  });
});

describe('a band', () => {
  it.each([
    [600, 'below 1200'],
    [1199, 'below 1200'],
    [1200, '1200–1399'],
    [1399, '1200–1399'],
    [1400, '1400–1599'],
    [2199, '2000–2199'],
    [2200, 'from 2200'],
    [3100, 'from 2200'],
    [undefined, 'no rating'],
  ])('of %s is %s', (rating, band) => {
    expect(bandOf(rating)).toBe(band);
  });

  it('is one for each rating, in their order', () => {
    const found = Array.from({ length: 3000 }, (_, rating) => BANDS.indexOf(bandOf(rating)));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(new Set(found).size).toBe(BANDS.length - 1);
  });
});

describe('the summary of many moves', () => {
  const asked = { top: ['e2e4', 'd2d4'], logLikelihood: -1 };
  const move = (game: number, band: string, phase: MeasuredMove['phase'], played: string): MeasuredMove => ({
    ...{ game, band, phase, forced: played === 'a2a3', measured: measure(played, asked, undefined) },
  });
  const moves = [
    move(0, '1400–1599', 'opening', 'e2e4'),
    move(0, 'below 1200', 'opening', 'd2d4'),
    move(0, '1400–1599', 'endgame', 'a2a3'),
    move(1, '1400–1599', 'opening', 'e2e4'),
  ];

  it('counts by band, by phase and by both', () => {
    const { all, forced, bands, phases, both } = summarizeMoves(moves);
    expect(all).toMatchObject({
      games: 2,
      moves: 4,
      first: { mean: 0.5 },
      three: { mean: 0.75 },
      stockfishFirst: null,
    });
    expect(forced).toBe(1);
    expect(bands).toMatchObject([
      { band: 'below 1200', games: 1, moves: 1, first: { mean: 0 }, three: { mean: 1 } },
      { band: '1400–1599', games: 2, moves: 3, first: { mean: 2 / 3 } },
    ]);
    expect(phases).toMatchObject([
      { phase: 'opening', games: 2, moves: 3, three: { mean: 1 } },
      { phase: 'endgame', games: 1, moves: 1, three: { mean: 0 } },
    ]);
    expect(both.map(({ band, phase, moves }) => [band, phase, moves])).toEqual([
      ['below 1200', 'opening', 1],
      ['1400–1599', 'opening', 2],
      ['1400–1599', 'endgame', 1],
    ]);
  });

  it('is the same in whatever order the moves come', () => {
    expect(summarizeMoves(moves.toReversed())).toEqual(summarizeMoves(moves));
  });

  it('has bands that add up to all, and phases, too', () => {
    const { all, bands, phases, both } = summarizeMoves(moves);
    for (const rows of [bands, phases, both]) {
      expect(rows.reduce((sum, row) => sum + row.moves, 0)).toBe(all.moves);
      expect(rows.reduce((sum, row) => sum + row.moves * (row.first?.mean ?? 0), 0)).toBeCloseTo(2, 12);
    }
  });
});
