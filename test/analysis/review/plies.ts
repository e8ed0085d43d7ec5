import type { CountedPly } from '../../../src/analysis/review/plies.ts';
import type { ReviewedPly } from '../../../src/analysis/review/report.ts';

/** A half-move of no importance, White's if its number is odd. */
export const plyOf = (ply: number, changes: Partial<ReviewedPly> = {}): ReviewedPly => ({
  ply,
  moveNumber: Math.ceil(ply / 2),
  color: ply % 2 === 1 ? 'white' : 'black',
  san: 'e4',
  uci: 'e2e4',
  fen: '',
  score: null,
  winPercent: 50,
  lost: 0,
  accuracy: 100,
  best: null,
  maia: null,
  labels: [],
  phase: 'middlegame',
  book: false,
  ...changes,
});

export const countedOf = (ply: ReviewedPly, cpLost: number | null = 0, weight = 1): CountedPly => ({
  ply,
  accuracy: ply.accuracy,
  cpLost,
  weight,
});
