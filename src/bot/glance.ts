import type { Color } from 'chessops/types';
import { type Score, turnScore } from '../chess/score.ts';
import type { JobOf } from '../service/jobs.ts';

/** Enough to know whether to play on or take a draw. */
const GLANCE_DEPTH = 12;

/** A quick look at a position by Stockfish. */
export const glanceJob = (input: JobOf<'eval'>['input']): JobOf<'eval'> => ({
  kind: 'eval',
  input,
  params: { limit: { kind: 'depth', depth: GLANCE_DEPTH }, multipv: 1, deterministic: false },
  cache: true,
});

/** Centipawns: with a smaller lead neither side is better. */
const BETTER = 25;

/** Whether a side would rather play on than take a draw. */
export function isBetter(score: Score, side: Color): boolean {
  const own = turnScore(score, side);
  return own.kind === 'mate' ? own.mate > 0 : own.cp > BETTER;
}
