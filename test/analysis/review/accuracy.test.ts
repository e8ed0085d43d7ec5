import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveAccuracy, moveWeights, overallAccuracy } from '../../../src/analysis/review/judgement.ts';
import { cp, winPercent } from '../../../src/chess/score.ts';

// The expected numbers were computed by hand from the formulas on https://lichess.org/page/accuracy, in another
// language.

describe('the accuracy of a move', () => {
  it.each([
    [0.5, 98.778],
    [5, 80.8153],
    [10, 64.5798],
    [15, 51.5208],
    [40, 15.909],
    [80, 1.0002],
  ])('that loses %s %% is %s', (lost, accuracy) => {
    expect(moveAccuracy(100, 100 - lost)).toBeCloseTo(accuracy, 4);
  });

  it('is 100 where nothing is lost, and never out of bounds', () => {
    expect(moveAccuracy(50, 50)).toBe(100);
    expect(moveAccuracy(20, 90)).toBe(100);
    const share = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(share, share, (before, after) => {
        expect(moveAccuracy(before, after)).toBeGreaterThanOrEqual(0);
        expect(moveAccuracy(before, after)).toBeLessThanOrEqual(100);
      }),
    );
  });
});

const percents = (...cps: number[]) => cps.map(value => winPercent(cp(value)));

/** Eight half-moves from the usual start, and forty with windows of four. */
const SHORT = percents(15, 30, 20, -80, -60, -75, 240, 230, 1000);
const LONG = percents(
  ...[15, 25, 20, 35, 30, 28, 40, 10, 15, -40, -35, -30, 20, 18, 22, -150, -140, -160, -20, -25, -10],
  ...[-12, 300, 280, 290, 310, 150, 160, 155, 400, 420, 410, 650, 640, 700, 690, -50, -60, 500, 520, 900],
);

/** The moves of one side, by their number in the game from 0 on. */
function movesOf(game: readonly number[], side: 'white' | 'black', isWanted: (index: number) => boolean = () => true) {
  const weights = moveWeights(game);
  return weights.flatMap((weight, index) => {
    const isWhite = index % 2 === 0;
    if (isWhite !== (side === 'white') || !isWanted(index)) return [];
    const own = (white = 0) => (isWhite ? white : 100 - white);
    return [{ accuracy: moveAccuracy(own(game[index]), own(game[index + 1])), weight }];
  });
}

describe('how much moves count', () => {
  it('is the deviation in a window of two positions in a short game, between 0.5 and 12', () => {
    const expected = [0.6892, 0.5, 4.5758, 0.9053, 0.6798, 12, 0.5, 12];
    moveWeights(SHORT).forEach((weight, move) => {
      expect(weight).toBeCloseTo(expected[move] as number, 4);
    });
    expect(moveWeights(SHORT)).toHaveLength(8);
  });

  it('is the same for the first moves, which share the first full window', () => {
    const weights = moveWeights(LONG);
    expect(weights).toHaveLength(40);
    for (const weight of weights.slice(0, 3)) expect(weight).toBeCloseTo(0.6792, 4);
    expect(weights[3]).toBeCloseTo(0.5132, 4);
  });

  it('takes windows of a tenth of the game, from 2 to 8 positions', () => {
    const quietThenJump = (plies: number) => [...new Array(plies).fill(50), 90];
    // The jump is seen by exactly the moves whose window reaches it: the last one alone.
    for (const plies of [20, 79, 200]) {
      const weights = moveWeights(quietThenJump(plies));
      expect(weights.filter(weight => weight > 0.5)).toHaveLength(1);
    }
    const jumpThenQuiet = (plies: number) => [90, ...new Array(plies).fill(50)];
    for (const [plies, size] of [
      [10, 2],
      [39, 3],
      [80, 8],
      [300, 8],
    ] as const)
      expect(moveWeights(jumpThenQuiet(plies)).filter(weight => weight > 0.5)).toHaveLength(size - 1);
  });

  it('leaves out positions that nobody has looked at', () => {
    const gaps = [50, null, 50, 90, null];
    expect(moveWeights(gaps)).toEqual([0.5, 0.5, 12, 0.5]);
    expect(moveWeights([50])).toEqual([]);
    expect(moveWeights([null, null])).toEqual([0.5]);
  });
});

describe('the accuracy of a game', () => {
  it.each([
    ['short', 'white', SHORT, 81.7585],
    ['short', 'black', SHORT, 38.4991],
    ['long', 'white', LONG, 93.488],
    ['long', 'black', LONG, 70.7454],
  ] as const)('%s, %s', (_, side, game, accuracy) => {
    expect(overallAccuracy(movesOf(game, side))).toBeCloseTo(accuracy, 4);
  });

  it('of a phase uses the windows of the whole game: two moves do not explode', () => {
    const early = (index: number) => index < 20;
    expect(overallAccuracy(movesOf(LONG, 'white', early))).toBeCloseTo(86.1805, 4);
    expect(overallAccuracy(movesOf(LONG, 'black', early))).toBeCloseTo(89.4145, 4);
    expect(overallAccuracy(movesOf(LONG, 'white', index => index === 34))).toBeCloseTo(99.903, 4);
  });

  it('does not forgive one terrible move, nor divide by one of nothing', () => {
    const moves = [100, 100, 100, 0].map(accuracy => ({ accuracy, weight: 1 }));
    // Mean 75; harmonic 4 / (0.03 + 1), since an accuracy below 1 counts 1.
    expect(overallAccuracy(moves)).toBeCloseTo((75 + 4 / 1.03) / 2, 10);
    expect(overallAccuracy([])).toBeNull();
  });
});
