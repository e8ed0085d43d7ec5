import type { Color } from 'chessops/types';
import { type Score, turnScore, winPercent } from '../../chess/score.ts';
import type { Judgement } from './report.ts';

/** By the win percentage that the mover lost, the worst first; Lichess's bounds (lila, Advice.scala). */
const BY_LOSS: readonly [atLeast: number, Judgement][] = [
  [15, 'blunder'],
  [10, 'mistake'],
  [5, 'inaccuracy'],
];

/** Mates that come or go in a game that is decided anyway are forgiven: by the mover's centipawns without the mate. */
const DECIDED = 999;
const NEARLY_DECIDED = 700;

/** What a move is accused of, by the scores (White's) before and after it. A move that the engine would play is never accused. */
export function judge(before: Score, after: Score, mover: Color): Judgement | undefined {
  const [own, next] = [turnScore(before, mover), turnScore(after, mover)];
  if (own.kind === 'cp' && next.kind === 'cp') {
    const lost = winPercent(own) - winPercent(next);
    return BY_LOSS.find(([atLeast]) => lost >= atLeast)?.[1];
  }
  const letMateHappen = own.kind === 'cp' && next.kind === 'mate' && next.mate < 0;
  if (letMateHappen) return forgiven(-own.cp);
  const lostMate = own.kind === 'mate' && own.mate > 0 && !(next.kind === 'mate' && next.mate > 0);
  if (lostMate) return forgiven(next.kind === 'cp' ? next.cp : 0);
  return undefined;
}

/** By how far the game was decided all the same, in centipawns. */
function forgiven(decided: number): Judgement {
  if (decided > DECIDED) return 'inaccuracy';
  return decided > NEARLY_DECIDED ? 'mistake' : 'blunder';
}
