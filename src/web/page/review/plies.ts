import { parseSan } from 'chessops/san';
import type { ReviewedPly, ReviewReport } from '../../../analysis/review/report.ts';
import { after, fenOf, other, type Position, parsePosition, uciOf } from '../../../chess/position.ts';
import { shortResult, shortScore } from '../../../chess/words.ts';

/** Where one can be in a reviewed game: after so many half-moves, or on a line that was not played. */

export const fenAt = ({ plies, start }: ReviewReport, ply: number): string => plies[ply - 1]?.fen ?? start;

export const plyAt = ({ plies }: ReviewReport, ply: number): ReviewedPly | undefined => plies[ply - 1];

/** White's win percentage there, from 0 to 100. */
export const percentAt = ({ plies, startWinPercent }: ReviewReport, ply: number): number | null =>
  ply === 0 ? startWinPercent : (plies[ply - 1]?.winPercent ?? null);

/** `+1.2`, `M3`, `0-1`; empty for a position that was not evaluated. */
export function valueAt({ plies, ending }: ReviewReport, ply: number): string {
  const played = plies[ply - 1];
  if (played && ending && ply === plies.length) return shortResult(ending, other(played.color));
  return played?.score ? shortScore(played.score) : '';
}

/** The next move that was judged, in one of the two directions. */
export function mistakeFrom({ plies }: ReviewReport, ply: number, direction: -1 | 1): number | undefined {
  const found =
    direction === 1
      ? plies.find(one => one.judgement && one.ply > ply)
      : plies.findLast(one => one.judgement && one.ply < ply);
  return found?.ply;
}

/** A move of a line, and the position after it. */
interface LineStep {
  san: string;
  uci: string;
  fen: string;
}

/** The best line in place of a move, as far as it can be played; empty where there is none. */
export function lineInstead(report: ReviewReport, { ply, best }: ReviewedPly): LineStep[] {
  const start = parsePosition(fenAt(report, ply - 1));
  if (!best || !start.ok) return [];
  const steps: LineStep[] = [];
  let position: Position = start.value;
  for (const san of best.line.length > 0 ? best.line : [best.san]) {
    const move = parseSan(position, san);
    if (!move || !('from' in move)) break;
    const uci = uciOf(position, move);
    position = after(position, move);
    steps.push({ san, uci, fen: fenOf(position) });
  }
  return steps;
}
