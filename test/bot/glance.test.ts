import { describe, expect, it } from 'vitest';
import { isBetter } from '../../src/bot/glance.ts';
import { cp, mate } from '../../src/chess/score.ts';

describe('whether a side is better', () => {
  it.each([
    [cp(0), false, false],
    [cp(25), false, false],
    [cp(26), true, false],
    [cp(-26), false, true],
    [mate(3), true, false],
    [mate(-3), false, true],
  ])('is seen from its own side: %o', (score, white, black) => {
    expect([isBetter(score, 'white'), isBetter(score, 'black')]).toEqual([white, black]);
  });
});
