import { describe, expect, it } from 'vitest';
import type { Judgement, ReviewedPly } from '../../../src/analysis/review/report.ts';
import { momentsOf } from '../../../src/analysis/review/review.ts';
import { plyOf } from './plies.ts';

const BOUNDS: readonly [number, Judgement][] = [
  [15, 'blunder'],
  [10, 'mistake'],
  [5, 'inaccuracy'],
];

/** A game from White's win percentages after each half-move. */
const gameOf = (...percents: (number | null)[]): ReviewedPly[] =>
  percents.map((winPercent, index) => {
    const before = index === 0 ? 50 : (percents[index - 1] ?? null);
    const white = index % 2 === 0;
    const drop = before === null || winPercent === null ? null : white ? before - winPercent : winPercent - before;
    const lost = drop === null ? null : Math.max(0, drop);
    const judgement = BOUNDS.find(([bound]) => (lost ?? 0) >= bound)?.[1];
    return plyOf(index + 1, { winPercent, lost, ...(judgement && { judgement }) });
  });

const pliesOf = (game: ReviewedPly[]) => momentsOf(game, 50).map(({ ply }) => ply);

/** What was one side's is the other's; a half-move comes before, so that the other side begins. */
const mirrored = (percents: number[]) => gameOf(50, ...percents.map(percent => 100 - percent));

describe('the moves that decided a game', () => {
  it('are the three that gave away most, in the order in which they were played', () => {
    //             1   2   3   4   5   6   7   8   9
    const game = gameOf(50, 62, 40, 40, 34, 70, 20, 60, 55);
    // Lost: 2: 12, 3: 22, 5: 6, 6: 36, 7: 50, 8: 40, 9: 5.
    expect(pliesOf(game)).toEqual([6, 7, 8]);
    expect(momentsOf(game, 50)).toEqual([
      { ply: 6, before: 66, after: 30 },
      { ply: 7, before: 70, after: 20 },
      { ply: 8, before: 80, after: 40 },
    ]);
  });

  it('always include the one after which the winner stayed ahead', () => {
    // Wild swings first, then a small slip (8, from 66 to 72) that is never made good.
    const percents = [50, 95, 5, 92, 10, 66, 66, 72, 72, 75, 80, 96];
    expect(pliesOf(gameOf(...percents))).toContain(8);
    expect(pliesOf(gameOf(...percents))).toHaveLength(3);
    expect(pliesOf(mirrored(percents))).toContain(9);
  });

  it('are still three where the decisive one is among those that gave away most', () => {
    // Lost: 2: 8, 4: 12, 5: 10, 6: 30 (decisive), 7: 6.
    expect(pliesOf(gameOf(50, 58, 58, 70, 60, 90, 84, 84))).toEqual([4, 5, 6]);
  });

  it('leave out small losses beside a large one, but never the decisive one', () => {
    // Lost: 2: 8, 3: 8, 4: 30 (decisive), 5: 9.
    expect(pliesOf(gameOf(50, 58, 50, 80, 71))).toEqual([4]);
    // Lost: 2: 8, 3: 8, 4: 14: none is large.
    expect(pliesOf(gameOf(50, 58, 50, 64))).toEqual([2, 3, 4]);
    // Lost: 2: 25, 3: 10, 4: 6 (decisive, from 65 to 71).
    expect(pliesOf(gameOf(50, 75, 65, 71, 71))).toEqual([2, 3, 4]);
  });

  it('need not be three: a game without mistakes has none', () => {
    expect(pliesOf(gameOf(52, 50, 53, 49, 51))).toEqual([]);
    expect(pliesOf(gameOf(52, 70, 70, 71))).toEqual([2]);
    expect(momentsOf([], 50)).toEqual([]);
  });

  it('are not where nobody has looked', () => {
    expect(pliesOf(gameOf(50, null, 10, 10, 60))).toEqual([]);
    expect(momentsOf(gameOf(20, 20), null)).toEqual([]);
    expect(momentsOf(gameOf(20, 20), 50)).toEqual([{ ply: 1, before: 50, after: 20 }]);
  });
});
