import { describe, expect, it } from 'vitest';
import { parsePgn } from '../../src/input/pgn.ts';
import { phaseSummary } from '../../src/present/review-phases.ts';
import { theoryOf } from '../../src/service/review-job.ts';

function summaryOf(text: string) {
  const pgn = parsePgn(text, { withoutMoves: true });
  if (!pgn.ok) throw new Error(pgn.message);
  return phaseSummary(pgn.value, theoryOf(pgn.value.game));
}

describe('a game that no engine has looked at', () => {
  it('has a headline like every other, and its phases', () => {
    expect(summaryOf('[White "alice"]\n[Black "bob"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1')).toEqual({
      headline: "bob beat alice by checkmate in 2 moves. Barnes Opening: Fool's Mate.",
      phases: ['Opening: moves 1–2, theory up to move 2.'],
    });
  });

  it('is told which endgame it reaches', () => {
    expect(summaryOf('[FEN "4k2r/7p/8/8/8/8/7P/4K2R w - - 0 40"]\n\n40. Kd2 Kd7 41. Kc3 Kc6 *')).toEqual({
      headline: 'White against Black, unfinished after 2 moves. From a set-up position.',
      phases: ['Rook endgame: moves 40–41.'],
    });
  });

  it('without moves has no phases', () => {
    expect(summaryOf('[White "alice"]\n[Black "bob"]\n\n*')).toEqual({
      headline: 'alice against bob, without a move.',
      phases: [],
    });
  });
});
