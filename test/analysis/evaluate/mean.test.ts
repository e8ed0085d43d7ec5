import { describe, expect, it } from 'vitest';
import { type Cluster, clusteredMean } from '../../../src/analysis/evaluate/summary.ts';
import { seeded } from '../../support/positions.ts';

const times = (games: number, cluster: Cluster): Cluster[] => Array.from({ length: games }, () => cluster);

describe('a mean over games', () => {
  it('has the interval of a ratio of sums', () => {
    // By hand: 20 of 30 moves. Each game is 1/3 of a move off; √(10/9 · 10 · 1/9) / 30 = 0.037037; Student's 2.26216
    // for 9.
    const found = clusteredMean([...times(5, { sum: 1, count: 2 }), ...times(5, { sum: 3, count: 4 })]);
    expect(found?.mean).toBeCloseTo(2 / 3, 12);
    expect(found?.margin).toBeCloseTo(0.037037 * 2.26216, 4);
  });

  it('has the usual interval where games have one move each', () => {
    // By hand: 200 of 400; √(400/399 · 400 · 0.25) / 400 = 0.025031; Student's 1.96593 for 399.
    const found = clusteredMean([...times(200, { sum: 0, count: 1 }), ...times(200, { sum: 1, count: 1 })]);
    expect(found).toEqual({ mean: 0.5, margin: expect.closeTo(0.025031 * 1.96593, 5) });
  });

  it('knows no more from moves that say the same again', () => {
    const games = Array.from({ length: 30 }, (_, index) => index % 3);
    const [one, ten] = [1, 10].map(moves => clusteredMean(games.map(sum => ({ sum: sum * moves, count: 2 * moves }))));
    expect(ten?.mean).toBeCloseTo(one?.mean ?? 0, 12);
    expect(ten?.margin).toBeCloseTo(one?.margin ?? 0, 12);
  });

  it('says nothing of how far it is off with too few games, or games that are all the same', () => {
    expect(clusteredMean([])).toBeNull();
    expect(clusteredMean([{ sum: 0, count: 0 }])).toBeNull();
    expect(clusteredMean([...times(8, { sum: 1, count: 2 }), { sum: 0, count: 2 }])).toMatchObject({ margin: null });
    expect(clusteredMean(times(50, { sum: 4, count: 4 }))).toEqual({ mean: 1, margin: null });
  });

  it.each([
    ['12 games', 12],
    ['60 games', 60],
  ])('holds what is true in 95 of 100 cases, which counting single moves does not: %s', (_, games) => {
    const random = seeded(5);
    const studies = 1000;
    const held = { clustered: 0, single: 0 };
    for (let study = 0; study < studies; study++) {
      const clusters = Array.from({ length: games }, () => game(random));
      const found = clusteredMean(clusters);
      const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
      const off = Math.abs((found?.mean ?? 0) - 0.5);
      if (off <= (found?.margin ?? 0)) held.clustered++;
      if (off <= 1.96 * Math.sqrt(0.25 / count)) held.single++;
    }
    expect(held.clustered / studies).toBeGreaterThan(0.93);
    expect(held.clustered / studies).toBeLessThan(0.97);
    expect(held.single / studies).toBeLessThan(0.8);
  });
});

/** Half of the games are easy to foresee, half are not; 10 to 29 moves of each. */
function game(random: () => number): Cluster {
  const probability = random() < 0.5 ? 0.3 : 0.7;
  const count = 10 + Math.floor(20 * random());
  let sum = 0;
  for (let move = 0; move < count; move++) if (random() < probability) sum++;
  return { sum, count };
}
