import { describe, expect, it } from 'vitest';
import { DELAY, delays, glide, HELD_MS, timeSpent } from '../../src/render/frames.ts';

describe('time spent', () => {
  it.each([
    ['nothing known', [undefined, undefined, undefined], [undefined, undefined, undefined]],
    ['no increment', [60, 60, 55, 58, 50, 30], [undefined, undefined, 5, 2, 5, 28]],
    // Three seconds gained: so much is an increment at least, and that move took no time.
    ['an increment', [60, 60, 63, 58, 60, 61], [undefined, undefined, 0, 5, 6, 0]],
    ['a clock that is missing', [60, 60, undefined, 50, 40, 45], [undefined, undefined, undefined, 10, undefined, 5]],
    ['time for the next forty moves', [60, 60, 1860, 55], [undefined, undefined, undefined, 5]],
  ])('is read from clocks with %s', (_, clocks, spent) => {
    expect(timeSpent(clocks)).toEqual(spent);
  });
});

describe('delays', () => {
  it('are all the same unless the clock is asked for', () => {
    expect(delays(3, 400, [60, 60, 1])).toEqual([400, 400, 400, HELD_MS]);
    expect(delays(0, 400, [])).toEqual([HELD_MS]);
  });

  it('by the clock are the usual ones where no clock is known', () => {
    expect(delays(2, 'clock', [])).toEqual([DELAY.usual, DELAY.usual, HELD_MS]);
    expect(delays(3, 'clock', [60, 60, 60])).toEqual([DELAY.usual, DELAY.usual, DELAY.usual, HELD_MS]);
  });

  it('by the clock are longer for longer thinks, within bounds', () => {
    const clocks = [1000, 1000, 996, 996, 980, 992, 980, 988, 380, 984];
    // What they took: 4, 4, 16, 4, 0, 4, 600 and 4 seconds.
    expect(delays(10, 'clock', clocks)).toEqual([700, 700, 700, 700, 1400, 700, 250, 700, 2500, 700, HELD_MS]);
  });
});

describe('the way of a bar', () => {
  it('ends where it should, fast at first, within half of the time', () => {
    expect(glide(0, 1, 700)).toEqual([0.4375, 0.75, 0.9375, 1]);
    expect(glide(1, 0.5, 300)).toHaveLength(3);
    expect(glide(0.2, 0.7, 100)).toEqual([0.7]);
    expect(glide(0.5, 0.5, 700)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
});
