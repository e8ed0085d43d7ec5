import { COLORS, type Color } from 'chessops/types';
import { other } from '../../chess/position.ts';
import type { Moment, ReviewedPly } from './report.ts';

/** What a review names at the most. */
const MOMENTS = 3;
/** From here on a side is winning: Lichess's win percentage of about two and a half pawns. */
const WINNING = 70;

/** Beside a move that lost as much as the first, one that lost less than the second did not matter. */
const LARGE = 15;
const SMALL = 10;

interface Candidate extends Moment {
  color: Color;
  lost: number;
}

/**
 * The moves that decided the game: those that gave away most, and always the one after which the winner stayed ahead to
 * the end, however little it seemed at the time. In the order in which they were played.
 */
export function momentsOf(plies: readonly ReviewedPly[], startWinPercent: number | null): Moment[] {
  const accused = candidatesOf(plies, startWinPercent);
  const largest = [...accused].sort((a, b) => b.lost - a.lost || a.ply - b.ply);
  const decisive = decisiveOf(plies, accused);
  const isLarge = (largest[0]?.lost ?? 0) >= LARGE;
  const weighty = largest.filter(({ lost }) => !isLarge || lost >= SMALL);
  const byWeight = new Set([...(decisive ? [decisive] : []), ...weighty]);
  const chosen = [...byWeight].slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
  return chosen.map(({ ply, before, after }) => ({ ply, before, after }));
}

function candidatesOf(plies: readonly ReviewedPly[], startWinPercent: number | null): Candidate[] {
  return plies.flatMap(({ ply, color, judgement, winPercent, lost }, index) => {
    const previous = index === 0 ? startWinPercent : (plies[index - 1]?.winPercent ?? null);
    if (!judgement || winPercent === null || previous === null || lost === null) return [];
    const own = (white: number) => (color === 'white' ? white : 100 - white);
    return [{ ply, color, lost, before: own(previous), after: own(winPercent) }];
  });
}

/** The loser's move after which the other side was winning for good, if it is one to be accused. */
function decisiveOf(plies: readonly ReviewedPly[], accused: readonly Candidate[]): Candidate | undefined {
  const winner = COLORS.find(color => shareOf(plies.at(-1), color) >= WINNING);
  if (!winner) return undefined;
  const lastDoubt = plies.findLast(ply => shareOf(ply, winner) < WINNING)?.ply ?? 0;
  return accused.find(({ ply, color }) => ply === lastDoubt + 1 && color === other(winner));
}

/** Unknown is in doubt. */
function shareOf(ply: ReviewedPly | undefined, color: Color): number {
  const white = ply?.winPercent ?? 50;
  return color === 'white' ? white : 100 - white;
}
