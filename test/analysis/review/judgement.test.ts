import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgementOf, labelsOf } from '../../../src/analysis/review/judgement.ts';
import type { Judgement, MoveLabel } from '../../../src/analysis/review/report.ts';
import { cp, flipScore, mate, type Score } from '../../../src/chess/score.ts';

// Bounds: lila's Advice.scala. 0 cp is 50.0 %; -55 is 44.95, -54 is 45.04; -111 is 39.92, -110 is 40.01; -169 is 34.92,
// -168 is 35.01.
const CASES: readonly [before: Score, after: Score, Judgement | undefined][] = [
  [cp(0), cp(-54), undefined],
  [cp(0), cp(-55), 'inaccuracy'],
  [cp(0), cp(-110), 'inaccuracy'],
  [cp(0), cp(-111), 'mistake'],
  [cp(0), cp(-168), 'mistake'],
  [cp(0), cp(-169), 'blunder'],
  [cp(0), cp(300), undefined],
  // Beyond ten pawns nothing is lost any more.
  [cp(5000), cp(1000), undefined],
  // A mate comes over the mover.
  [cp(0), mate(-3), 'blunder'],
  [cp(-700), mate(-3), 'blunder'],
  [cp(-701), mate(-3), 'mistake'],
  [cp(-999), mate(-3), 'mistake'],
  [cp(-1000), mate(-3), 'inaccuracy'],
  // The mover's own mate is gone.
  [mate(4), cp(100), 'blunder'],
  [mate(4), cp(700), 'blunder'],
  [mate(4), cp(701), 'mistake'],
  [mate(4), cp(999), 'mistake'],
  [mate(4), cp(1000), 'inaccuracy'],
  [mate(4), mate(-2), 'blunder'],
  // A mate that only got longer, came nearer, or was found.
  [mate(2), mate(9), undefined],
  [mate(-5), mate(-1), undefined],
  [cp(200), mate(3), undefined],
  [mate(-2), cp(-300), undefined],
];

describe('a move is judged by what it cost', () => {
  it.each(CASES)('White: from %j to %j: %s', (before, after, judgement) => {
    expect(judgementOf(before, after, 'white')).toBe(judgement);
  });

  it.each(CASES)('Black: from %j to %j, mirrored: %s', (before, after, judgement) => {
    expect(judgementOf(flipScore(before), flipScore(after), 'black')).toBe(judgement);
  });

  it('and never more gently for losing more', () => {
    const rank = (judgement: Judgement | undefined) =>
      judgement === undefined ? 0 : ['inaccuracy', 'mistake', 'blunder'].indexOf(judgement) + 1;
    const scores = fc.integer({ min: -1500, max: 1500 });
    fc.assert(
      fc.property(scores, scores, scores, (before, one, other) => {
        const [worse, better] = one < other ? [one, other] : [other, one];
        expect(rank(judgementOf(cp(before), cp(worse), 'white'))).toBeGreaterThanOrEqual(
          rank(judgementOf(cp(before), cp(better), 'white')),
        );
      }),
    );
  });
});

describe('what people do is part of the judgement', () => {
  it.each<[Parameters<typeof labelsOf>[0], MoveLabel[]]>([
    [{ judgement: 'blunder', played: 0.3, gap: null }, ['natural-mistake']],
    [{ judgement: 'mistake', played: 0.6, gap: null }, ['natural-mistake']],
    [{ judgement: 'blunder', played: 0.29, gap: null }, []],
    [{ judgement: 'mistake', played: 0.05, gap: null }, ['out-of-character']],
    [{ judgement: 'mistake', played: 0.06, gap: null }, []],
    // An inaccuracy is neither.
    [{ judgement: 'inaccuracy', played: 0.9, gap: null }, []],
    [{ judgement: 'inaccuracy', played: 0.01, gap: null }, []],
    [{ judgement: undefined, played: 0.2, gap: 10 }, ['great-find', 'only-move']],
    [{ judgement: undefined, played: 0.21, gap: 10 }, ['only-move']],
    [{ judgement: undefined, played: 0.01, gap: 9.9 }, []],
    // Without Maia nobody knows what is hard to find.
    [{ judgement: undefined, played: null, gap: 40 }, ['only-move']],
    [{ judgement: 'blunder', played: null, gap: null }, []],
    // One legal move, or not the best one: nothing to praise.
    [{ judgement: undefined, played: 0.01, gap: null }, []],
  ])('%j: %j', (evidence, labels) => {
    expect(labelsOf(evidence)).toEqual(labels);
  });
});
