import type { ExpectedReport, OtherMove } from '../analysis/expected/report.ts';
import { count, percent } from '../base/text.ts';
import { blunders } from './verdict.ts';

/** What is worse than these interests nobody, unless many play it; the report has them all. */
const LISTED = 8;

/** The moves that are not in the ranking, and why. */
export function otherMoves(report: ExpectedReport): string[] {
  const { notAnalysed, rejected, threshold } = report;
  const less = percent(threshold ?? 0, 1);
  return [
    ...(notAnalysed.length > 0 ? [`Not analysed: ${listed(notAnalysed)}.`] : []),
    ...(rejected.length > 0
      ? [`Rejected (Stockfish gives them less than ${less}): ${listed(rejected, blunders(report))}.`]
      : []),
  ];
}

/** The first of them; those that people are warned of are always among these. */
function listed(moves: readonly OtherMove[], warned: readonly OtherMove[] = []): string {
  const others = moves.filter(move => !warned.includes(move)).slice(0, Math.max(0, LISTED - warned.length));
  const shown = moves.filter(move => warned.includes(move) || others.includes(move));
  const rest = moves.length - shown.length;
  return [
    ...shown.map(({ san, winrate }) => `${san} ${percent(winrate, 1)}`),
    ...(rest > 0 ? [`${count(rest)} more`] : []),
  ].join(', ');
}
