import type { Color } from 'chessops/types';
import { legalMoves, mirrorUci, type Position, sanOf } from '../../chess/position.ts';
import { type Score, turnScore, winPercent, worth } from '../../chess/score.ts';
import type { SearchLine } from '../../engine/uci.ts';
import { OBVIOUS } from './params.ts';
import type { Illusion } from './report.ts';

/** A move as a search sees it, and its place among all moves: 1 is the best. */
export interface RankedMove {
  uci: string;
  /** White's. */
  score: Score;
  rank: number;
  /** The line in UCI, which begins with the move itself. */
  line: readonly string[];
}

/** A move in UCI by a name that is the same on the mirrored board. */
export const nameFor = (mover: Color, uci: string): string => (mover === 'white' ? uci : mirrorUci(uci));

type SeenMove = Omit<RankedMove, 'rank'>;

export const seen = ({ score, uci }: SearchLine): SeenMove => ({ uci: uci[0] ?? '', score, line: uci });

/** Sorts moves with the best first; equal ones keep the engine's order. */
export const ranked = (moves: readonly SeenMove[], mover: Color): RankedMove[] =>
  [...moves]
    .sort((a, b) => worth(b.score, mover) - worth(a.score, mover))
    .map((move, index) => ({ ...move, rank: index + 1 }));

/** Pairs the two searches' results for each move that both have searched. */
export function compared(position: Position, shallow: readonly RankedMove[], deep: readonly RankedMove[]): Illusion[] {
  const { turn } = position;
  const looks = new Map(shallow.map(move => [move.uci, move]));
  const names = new Map(legalMoves(position).map(({ uci, move }) => [uci, sanOf(position, move)]));
  const chances = (score: Score) => winPercent(turnScore(score, turn));
  return deep.flatMap(({ uci, score, rank }): Illusion[] => {
    const look = looks.get(uci);
    if (!look) return [];
    const gap = chances(look.score) - chances(score);
    const san = names.get(uci) ?? uci;
    return [{ san, uci, shallowRank: look.rank, deepRank: rank, shallow: look.score, deep: score, gap }];
  });
}

/**
 * Moves that look better than they are: they stand higher in the shallow ranking than in the deep one, and promise more
 * than they keep, on the scale of winning chances, where a pawn more or less is nothing in a game that is won. The best
 * move is never one of them. The strongest illusion first.
 */
export const illusionsIn = (
  position: Position,
  shallow: readonly RankedMove[],
  deep: readonly RankedMove[],
): Illusion[] =>
  compared(position, shallow, deep)
    .filter(({ shallowRank, deepRank, gap }) => deepRank > 1 && shallowRank < deepRank && gap > 0)
    .sort((a, b) => b.gap - a.gap || (nameFor(position.turn, a.uci) < nameFor(position.turn, b.uci) ? -1 : 1));

/** The illusions to follow: those that look good before those that look bad at a glance, the strongest first. */
export function strongest(illusions: readonly Illusion[], most: number): Illusion[] {
  const isObvious = ({ shallowRank }: Illusion) => shallowRank <= OBVIOUS;
  const chosen = new Set([...illusions.filter(isObvious), ...illusions].map(({ uci }) => uci));
  const followed = [...chosen].slice(0, most);
  return illusions.filter(({ uci }) => followed.includes(uci));
}
