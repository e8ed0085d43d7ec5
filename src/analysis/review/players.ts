import type { Color } from 'chessops/types';
import { PHASES, type Phase } from '../../chess/game.ts';
import { overallAccuracy } from './accuracy.ts';
import type { Judgement, MoveLabel, PhaseReview, PlayedLike, PlayerReview, ReviewedPly } from './report.ts';

/** A half-move, and what of it only counts in sums. */
export interface CountedPly {
  ply: ReviewedPly;
  /**
   * Null where one of the two positions is not evaluated, and where the move mates: Lichess does not count that either.
   */
  accuracy: number | null;
  /** Centipawns that the mover lost; null in the same places. */
  cpLost: number | null;
  /** How much the move counts, by how the whole game swings around it: a short phase has no windows of its own. */
  weight: number;
}

/** Everything that is said of one player, phase by phase. Phases without a move of theirs are left out. */
export function reviewPlayer(
  color: Color,
  moves: readonly CountedPly[],
  rating: number,
  playedLike: PlayedLike | null,
): PlayerReview {
  const own = moves.filter(({ ply }) => ply.color === color);
  const inPhase = (phase: Phase) => own.filter(({ ply }) => ply.phase === phase);
  const phases = PHASES.filter(phase => inPhase(phase).length > 0);
  return {
    rating,
    accuracy: accuracyOf(own),
    acpl: acplOf(own),
    counts: countsOf(own),
    byPhase: Object.fromEntries(phases.map(phase => [phase, reviewPhase(inPhase(phase))])),
    playedLike,
  };
}

function reviewPhase(moves: readonly CountedPly[]): PhaseReview {
  const { inaccuracy, mistake, blunder } = countsOf(moves);
  return {
    moves: moves.length,
    accuracy: accuracyOf(moves),
    acpl: acplOf(moves),
    inaccuracies: inaccuracy,
    mistakes: mistake,
    blunders: blunder,
  };
}

const accuracyOf = (moves: readonly CountedPly[]): number | null =>
  overallAccuracy(moves.flatMap(({ accuracy, weight }) => (accuracy === null ? [] : [{ accuracy, weight }])));

function acplOf(moves: readonly CountedPly[]): number | null {
  const losses = moves.flatMap(({ cpLost }) => (cpLost === null ? [] : [cpLost]));
  if (losses.length === 0) return null;
  return Math.round(losses.reduce((sum, loss) => sum + loss, 0) / losses.length);
}

function countsOf(moves: readonly CountedPly[]): Record<Judgement | MoveLabel, number> {
  const counts: Record<Judgement | MoveLabel, number> = {
    inaccuracy: 0,
    mistake: 0,
    blunder: 0,
    'natural-mistake': 0,
    'out-of-character': 0,
    'great-find': 0,
    'only-move': 0,
  };
  for (const { ply } of moves) {
    if (ply.judgement) counts[ply.judgement]++;
    for (const label of ply.labels) counts[label]++;
  }
  return counts;
}
