import type { Color } from 'chessops/types';
import { type Score, turnScore } from './score.ts';

// Lichess's curve, fitted on its own games: https://lichess.org/page/accuracy
const LICHESS_MULTIPLIER = 0.00368208;
const CP_CEILING = 1000;

/** The share of the point that `side` scores, in [0,1]: a draw counts half, a mate is 1 or 0. */
export function winrate(score: Score, side: Color): number {
  const own = turnScore(score, side);
  if (own.kind === 'mate') return own.mate > 0 ? 1 : 0;
  return curve(ceiledCp(own));
}

/** Centipawns from White's side as Lichess counts them: ten pawns at the most, and a mate is worth as much. */
export function ceiledCp(score: Score): number {
  if (score.kind === 'mate') return Math.sign(score.mate) * CP_CEILING;
  return Math.max(-CP_CEILING, Math.min(CP_CEILING, score.cp));
}

/** White's winning chances from 0 to 100, as Lichess shows them: reviews are compared with its own. A mate counts ten pawns. */
export const winPercent = (score: Score): number => 100 * curve(ceiledCp(score));

const curve = (cp: number): number => 1 / (1 + Math.exp(-LICHESS_MULTIPLIER * cp));
