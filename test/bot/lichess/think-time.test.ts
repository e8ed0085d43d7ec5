import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  entropyOf,
  patienceMs,
  type ThinkTimeParams,
  thinkMs,
  USUAL_OVERHEAD_MS,
} from '../../../src/bot/lichess/think-time.ts';
import { seeded } from '../../support/positions.ts';
import { thinkTable } from './think-table.ts';

const thought = (left: number, changes: Partial<ThinkTimeParams> = {}): ThinkTimeParams => ({
  clock: { left, increment: 0 },
  move: 20,
  legal: 30,
  entropy: 2,
  overheadMs: USUAL_OVERHEAD_MS,
  pace: 1,
  ...changes,
});
/** In the middle of what is possible. */
const calm = () => 0.25;

/** Around what it is in real games; see SHARES and EASIEST. */
const entropies = (random: () => number) => () => 4 * random() ** 1.06;

const LAG_MS = 100;
const ANALYSIS_MS = 50;

/** What is left of the clock after each move, until it is over or the game is. */
function playOut(clock: { initial: number; increment: number }, moves: number, random: () => number): number[] {
  const entropy = entropies(random);
  const left: number[] = [];
  let now = clock.initial;
  for (let move = 0; move < moves; move++) {
    // The opponent's move needs a while to be heard of, and ours to arrive.
    const heard = { left: now - LAG_MS, increment: clock.increment };
    const ms = thinkMs(thought(0, { clock: heard, move, entropy: entropy() }), random);
    now -= 2 * LAG_MS + Math.max(ANALYSIS_MS, ms);
    left.push(now);
    if (now <= 0) break;
    now += clock.increment;
  }
  return left;
}

describe('thinking', () => {
  it('takes longer where more moves are likely, and where there is more time', () => {
    const byEntropy = [0, 1, 2, 3, 4].map(entropy => thinkMs(thought(300_000, { entropy }), calm));
    const byClock = [20_000, 60_000, 180_000, 600_000].map(left => thinkMs(thought(left), calm));
    for (const times of [byEntropy, byClock]) expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(byEntropy[4]).toBeGreaterThan(4 * (byEntropy[0] ?? 0));
    expect(byClock[3]).toBeGreaterThan(10 * (byClock[1] ?? 0));
  });

  it('is quick in the opening, and uses what an increment gives', () => {
    expect(thinkMs(thought(300_000, { move: 2 }), calm)).toBeLessThan(thinkMs(thought(300_000), calm) / 4);
    const rich = thinkMs(thought(0, { clock: { left: 300_000, increment: 10_000 } }), calm);
    expect(rich).toBeGreaterThan(thinkMs(thought(300_000), calm) + 3_000);
  });

  it('is over at once where there is nothing to choose, and where nobody wants it', () => {
    expect(thinkMs(thought(600_000, { legal: 1 }), calm)).toBeLessThanOrEqual(200);
    expect(thinkMs(thought(600_000, { pace: 0 }), calm)).toBe(0);
  });

  it('never takes a second with less than 15 s left, an eighth of the clock, or longer than a minute', () => {
    const random = seeded(1);
    for (let index = 0; index < 5_000; index++) {
      const left = 1_000_000 * random() ** 4;
      const clock = { left, increment: 20_000 * random() };
      const ms = thinkMs(thought(left, { clock, entropy: 5 * random(), move: 100 * random(), pace: 2 }), random);
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThanOrEqual(Math.min(60_000, left / 8));
      if (left < 15_000) expect(ms).toBeLessThanOrEqual(500);
    }
  });

  it('takes seconds where days are allowed', () => {
    const random = seeded(2);
    const times = Array.from({ length: 200 }, () => thinkMs(thought(0, { clock: undefined }), random));
    expect(Math.max(...times)).toBeLessThan(60_000);
    expect(times.reduce((sum, ms) => sum + ms) / times.length).toBeGreaterThan(2_000);
  });

  // The longest of the 3000 games of Lichess in KIBITZ_DATA has 112 moves.
  it.each([
    ['1+0', { initial: 60_000, increment: 0 }, 140],
    ['1+1', { initial: 60_000, increment: 1_000 }, 300],
    ['½+0', { initial: 30_000, increment: 0 }, 100],
    ['3+0', { initial: 180_000, increment: 0 }, 150],
    ['10+0', { initial: 600_000, increment: 0 }, 150],
  ])('loses none of 100 games of %s on time', (_, clock, moves) => {
    const random = seeded(3);
    for (let game = 0; game < 100; game++) {
      const left = playOut(clock, moves, random);
      expect(left).toHaveLength(moves);
      expect(left.at(-1)).toBeGreaterThan(0);
    }
  });

  it('uses its time all the same: after 40 moves of 10+0 less than half of it is left', () => {
    const random = seeded(4);
    const left = Array.from({ length: 50 }, () => playOut({ initial: 600_000, increment: 0 }, 40, random).at(-1) ?? 0);
    expect(left.reduce((sum, ms) => sum + ms) / left.length).toBeLessThan(300_000);
  });

  it('is told in the documents as it is', () => {
    const docs = readFileSync(new URL('../../../docs/lichess.md', import.meta.url), 'utf8');
    expect(docs).toContain(thinkTable());
  });
});

describe('patience with the analysis', () => {
  it('ends before the second does, with less than 15 s left', () => {
    expect(patienceMs({ left: 10_000, increment: 0 })).toBeLessThanOrEqual(700);
    expect(patienceMs({ left: 800, increment: 0 })).toBe(100);
    expect(patienceMs({ left: 80_000, increment: 0 })).toBe(10_000);
    expect(patienceMs(undefined)).toBeGreaterThan(60_000);
  });
});

describe('entropy', () => {
  it('is measured in bits', () => {
    const even = (count: number) => Array(count).fill({ probability: 1 / count });
    expect([1, 2, 4, 8].map(count => entropyOf(even(count)))).toEqual([0, 1, 2, 3]);
    expect(entropyOf([{ probability: 1 }, { probability: 0 }])).toBe(0);
  });
});
