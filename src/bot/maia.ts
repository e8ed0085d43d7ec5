import type { Color } from 'chessops/types';
import { sample } from '../chess/chance.ts';
import { type Score, turnScore } from '../chess/score.ts';
import type { JobOf } from '../service/jobs.ts';

/** What a Maia that plays needs, wherever the board stands. */

interface Likely {
  uci: string;
  probability: number;
}

/** One of them, by a number from 0 to 1: each as often as people play it. */
export const drawMove = (moves: readonly Likely[], at: number): string | undefined =>
  moves[
    sample(
      moves.map(({ probability }) => probability),
      at,
    )
  ]?.uci;

/** A glance is enough to know whether one would like to go on. */
const GLANCE = 12;

export const glanceJob = (input: JobOf<'eval'>['input']): JobOf<'eval'> => ({
  kind: 'eval',
  input,
  params: { limit: { kind: 'depth', depth: GLANCE }, multipv: 1, deterministic: false },
  cache: true,
});

/** In centipawns: with so little more nobody is better. */
const BETTER = 25;

/** Whether a side would rather play on than take a draw. */
export function isBetter(score: Score, side: Color): boolean {
  const own = turnScore(score, side);
  return own.kind === 'mate' ? own.mate > 0 : own.cp > BETTER;
}
