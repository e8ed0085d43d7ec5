import type { Color } from 'chessops/types';
import { type Score, turnScore } from '../chess/score.ts';
import type { JobOf } from '../service/jobs.ts';

/** What a Maia that plays needs, wherever the board stands. */

interface Likely {
  uci: string;
  probability: number;
}

/** By a number from 0 to 1 on the pile of all probabilities, which need not reach 1 exactly. */
export function sample(moves: readonly Likely[], at: number): string | undefined {
  let left = at * moves.reduce((sum, { probability }) => sum + probability, 0);
  const chosen = moves.find(({ probability }) => {
    left -= probability;
    return left < 0;
  });
  return (chosen ?? moves.at(-1))?.uci;
}

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
