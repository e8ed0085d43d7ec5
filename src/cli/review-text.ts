import { COLORS } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import { clean } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { type BlunderInvestigation, blunderWords } from '../present/blunders.ts';
import { namesOf } from '../present/review-players.ts';
import { momentsTitle } from '../present/review-result.ts';
import { playerRows, reviewWords, sourceWords } from '../present/review-words.ts';
import { duration, shorten, type Terminal, table, wrap } from './terminal.ts';

/** Below the first line of a moment. */
const INDENT = '   ';

/** A review in words and columns. */
export function printReview(
  terminal: Terminal,
  report: ReviewReport,
  ms: number,
  investigations: readonly BlunderInvestigation[] = [],
): void {
  const { headline, phases, clock, moments, praise, lessons } = reviewWords(report);
  const paragraph = (lines: readonly string[]) => {
    if (lines.length > 0) terminal.print();
    for (const line of lines) terminal.print(line);
  };
  const titled = (title: string, lines: readonly string[]) => (lines.length > 0 ? [title, ...lines] : []);
  for (const line of wrap(headline)) terminal.print(line);
  paragraph(table(columns(report), [1, 2]));
  paragraph(phases.flatMap(line => wrap(line, INDENT)));
  const numbered = moments.flatMap((moment, index) => wrap(`${index + 1}. ${moment}`, INDENT));
  const key = numbered.length > 0 ? " (the mover's winning chances, before → after)" : '';
  paragraph(titled(`${momentsTitle(report)}${key}:`, [...clock.flatMap(line => wrap(line, INDENT)), ...numbered]));
  const reasons = investigations.flatMap(investigation => blunderWords(report, investigation));
  paragraph(
    titled(
      'Why the blunders were wrong:',
      reasons.flatMap(line => wrap(line, INDENT)),
    ),
  );
  paragraph(praise.flatMap(line => wrap(line, INDENT)));
  paragraph(
    titled(
      'To take away:',
      lessons.flatMap(line => wrap(line, INDENT)),
    ),
  );
  paragraph(footnotes(report, ms).flatMap(line => wrap(line).map(part => terminal.style('dim', part))));
}

/** Two names of this many columns leave room for the rest. */
const NAME = 18;

function columns(report: ReviewReport): string[][] {
  const names = namesOf(report);
  const head = COLORS.map(color => {
    const name = shorten(clean(names[color]), NAME);
    return name === nameOf(color) ? name : `${name} (${nameOf(color)})`;
  });
  const rows = playerRows(report).map(({ name, white, black }) => [name, white, black]);
  return rows.length > 0 ? [['', ...head], ...rows] : [];
}

function footnotes(report: ReviewReport, ms: number): string[] {
  const { stats, cacheStatus } = report;
  const source =
    cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  const words = sourceWords(report);
  return words.map((line, index) => (index === words.length - 1 ? `${line}; ${source}.` : `${line}.`));
}
