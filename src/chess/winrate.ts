import type { Color } from 'chessops/types';
import { type Score, turnScore } from './score.ts';

// Lichess's curve, fitted on its own games: https://lichess.org/page/accuracy
const LICHESS_MULTIPLIER = 0.00368208;
const CP_CEILING = 1000;

/** The share of the point that `side` scores, in [0,1]: a draw counts half, a mate is 1 or 0. */
export function winrate(score: Score, side: Color): number {
  const own = turnScore(score, side);
  if (own.kind === 'mate') return own.mate > 0 ? 1 : 0;
  const cp = Math.max(-CP_CEILING, Math.min(CP_CEILING, own.cp));
  return 1 / (1 + Math.exp(-LICHESS_MULTIPLIER * cp));
}
