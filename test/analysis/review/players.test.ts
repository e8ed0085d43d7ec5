import { describe, expect, it } from 'vitest';
import { reviewPlayer } from '../../../src/analysis/review/plies.ts';
import { countedOf, plyOf } from './plies.ts';

describe('what is said of a player', () => {
  const moves = [
    countedOf(plyOf(1, { phase: 'opening', accuracy: 100 }), 0, 2),
    countedOf(plyOf(2, { phase: 'opening', accuracy: 40, judgement: 'blunder', labels: ['natural-mistake'] }), 301, 3),
    countedOf(plyOf(3, { phase: 'middlegame', accuracy: 80, judgement: 'inaccuracy' }), 60, 1),
    countedOf(plyOf(4, { phase: 'middlegame', accuracy: 90, labels: ['great-find', 'only-move'] }), 10, 1),
    countedOf(plyOf(5, { phase: 'middlegame', accuracy: null }), null, 1),
  ];
  const white = reviewPlayer('white', moves, 1612, { kind: 'too-few-moves', moves: 3 });
  const black = reviewPlayer('black', moves, 1588, null);

  it('are their own moves alone', () => {
    // Weighted (100·2 + 80·1) / 3, harmonic 2 / (1/100 + 1/80).
    expect(white.accuracy).toBeCloseTo((280 / 3 + 2 / (0.01 + 0.0125)) / 2, 10);
    expect(white.acpl).toBe(30);
    expect(black.accuracy).toBeCloseTo(((40 * 3 + 90) / 4 + 2 / (1 / 40 + 1 / 90)) / 2, 10);
    expect(black.acpl).toBe(156); // 155.5
    expect(white).toMatchObject({ rating: 1612, playedLike: { kind: 'too-few-moves', moves: 3 } });
  });

  it('counts judgements and labels', () => {
    expect(white.counts).toMatchObject({ inaccuracy: 1, mistake: 0, blunder: 0, 'great-find': 0 });
    expect(black.counts).toMatchObject({ blunder: 1, 'natural-mistake': 1, 'great-find': 1, 'only-move': 1 });
  });

  it('is told phase by phase; phases without a move of theirs are absent', () => {
    expect(Object.keys(white.byPhase)).toEqual(['opening', 'middlegame']);
    expect(white.byPhase.opening).toEqual({
      moves: 1,
      accuracy: 100,
      acpl: 0,
      inaccuracies: 0,
      mistakes: 0,
      blunders: 0,
    });
    // A move that nobody evaluated is a move, and counts for nothing else.
    expect(white.byPhase.middlegame).toMatchObject({ moves: 2, accuracy: 80, acpl: 60, inaccuracies: 1 });
    expect(black.byPhase.opening).toMatchObject({ moves: 1, blunders: 1, acpl: 301 });
  });

  it('says nothing of somebody who did not move', () => {
    const nobody = reviewPlayer('white', [], 1500, null);
    expect(nobody).toMatchObject({ accuracy: null, acpl: null, byPhase: {} });
    expect(JSON.stringify(nobody)).not.toContain('NaN');
  });
});
