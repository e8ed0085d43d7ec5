import { describe, expect, it } from 'vitest';
import type { Illusion } from '../../../src/analysis/investigation/report.ts';
import { illusionsIn, type RankedMove, ranked, seen, strongest } from '../../../src/analysis/investigation/searches.ts';
import { startPosition } from '../../../src/chess/position.ts';
import { cp, mate, type Score, worth } from '../../../src/chess/score.ts';
import { positionOf } from '../../support/positions.ts';

const lines = (scores: Record<string, Score>) =>
  Object.entries(scores).map(([uci, score]) => seen({ score, depth: 2, uci: [uci] }));
const places = (moves: readonly RankedMove[]) => moves.map(({ uci, rank }) => [uci, rank]);

describe('a ranking', () => {
  it('puts the best first for whoever is to move, mates before everything, near ones before far ones', () => {
    const seen = lines({ a2a3: cp(900), b2b3: mate(5), c2c3: mate(-1), d2d3: cp(-900), e2e3: mate(2), f2f3: mate(-9) });
    const white = [
      ['e2e3', 1],
      ['b2b3', 2],
      ['a2a3', 3],
      ['d2d3', 4],
      ['f2f3', 5],
      ['c2c3', 6],
    ];
    expect(places(ranked(seen, 'white'))).toEqual(white);
    expect(places(ranked(seen, 'black')).map(([uci]) => uci)).toEqual(white.map(([uci]) => uci).reverse());
  });

  it('keeps the order of the engine among equals', () => {
    expect(places(ranked(lines({ h2h3: cp(10), a2a3: cp(10) }), 'white'))).toEqual([
      ['h2h3', 1],
      ['a2a3', 2],
    ]);
  });
});

describe('worth', () => {
  it('is one number for a side, and the opposite for the other', () => {
    for (const score of [cp(35), cp(-1200), mate(3), mate(-3), cp(0)])
      expect(worth(score, 'black')).toBe(0 - worth(score, 'white'));
    expect(worth(mate(30), 'white')).toBeGreaterThan(worth(cp(15_000), 'white'));
  });
});

describe('illusions', () => {
  const position = startPosition();
  const found = (shallow: Record<string, Score>, deep: Record<string, Score>, at = position) =>
    illusionsIn(at, ranked(lines(shallow), at.turn), ranked(lines(deep), at.turn));

  it('stand higher at a glance than they deserve, and promise more than they keep; the strongest first', () => {
    const shallow = { e2e4: cp(30), d2d4: cp(40), g1f3: cp(50), a2a3: cp(120), h2h3: cp(90) };
    const deep = { e2e4: cp(35), d2d4: cp(30), g1f3: cp(20), a2a3: cp(-100), h2h3: cp(-200) };
    const illusions = found(shallow, deep);
    expect(illusions.map(({ san, shallowRank, deepRank }) => [san, shallowRank, deepRank])).toEqual([
      ['h3', 2, 5],
      ['a3', 1, 4],
    ]);
    // 90 centipawns are 58.2 % of winning chances and -200 are 32.4 % (https://lichess.org/page/accuracy).
    expect(illusions[0]?.gap).toBeCloseTo(58.2 - 32.4, 1);
  });

  it('are never the best move, nor one that is as good as it looks, nor one whose rank alone has fallen', () => {
    expect(found({ e2e4: cp(90), d2d4: cp(10) }, { e2e4: cp(20), d2d4: cp(10) })).toEqual([]);
    expect(found({ e2e4: cp(40), d2d4: cp(10) }, { d2d4: cp(80), e2e4: cp(40) })).toEqual([]);
  });

  it('cost nothing where the game is won either way', () => {
    expect(found({ e2e4: mate(3), d2d4: cp(1500) }, { d2d4: mate(9), e2e4: cp(2000) })).toEqual([]);
  });

  it('are followed beginning with what looks good, but told in the order of their strength', () => {
    const illusion = (uci: string, shallowRank: number, gap: number) => ({
      ...(found({ e2e4: cp(30), a2a3: cp(120) }, { e2e4: cp(35), a2a3: cp(-100) })[0] as Illusion),
      uci,
      shallowRank,
      gap,
    });
    const all = [illusion('a', 20, 50), illusion('b', 3, 40), illusion('c', 30, 30), illusion('d', 10, 20)];
    const names = (most: number) => strongest(all, most).map(({ uci }) => uci);
    expect([names(1), names(2), names(3), names(9)]).toEqual([
      ['b'],
      ['b', 'd'],
      ['a', 'b', 'd'],
      ['a', 'b', 'c', 'd'],
    ]);
  });

  it('are judged for the mover: for Black less is more', () => {
    const black = positionOf('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
    const [only, ...others] = found({ e7e5: cp(30), g7g5: cp(-80) }, { e7e5: cp(30), g7g5: cp(150) }, black);
    expect([only?.san, only?.shallow, only?.deep]).toEqual(['g5', cp(-80), cp(150)]);
    expect(others).toEqual([]);
  });
});
