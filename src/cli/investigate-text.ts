import type { InvestigationReport, LineMove } from '../analysis/investigation/report.ts';
import { investigationWords } from '../analysis/investigation/words.ts';
import { ordinal, plural, shareText } from '../base/text.ts';
import { numberedLine } from '../chess/line.ts';
import { type Position, parsePosition } from '../chess/position.ts';
import { makeScore, type Score } from '../chess/score.ts';
import { duration, type Terminal, table, wrap } from './terminal.ts';

/** Of a line, on a terminal. */
const LINE_PLIES = 6;

/** An investigation in words, and its branches in columns. */
export function printInvestigation(terminal: Terminal, report: InvestigationReport, ms: number): void {
  const { tree, ending } = report;
  for (const sentence of investigationWords(report)) for (const line of wrap(sentence, '   ')) terminal.print(line);
  if (ending) return;
  const position = parsePosition(report.fen);
  if (position.ok && tree.branches.length > 0) {
    terminal.print();
    for (const line of table(rows(report, position.value), [1, 2, 3])) terminal.print(line);
  }
  terminal.print();
  for (const note of footnotes(report, ms)) for (const line of wrap(note)) terminal.print(terminal.style('dim', line));
}

function rows({ tree, params, people, deep, shallow }: InvestigationReport, position: Position): string[][] {
  const share = (uci: string) => {
    const played = people?.[uci];
    return played === undefined ? '' : shareText(played);
  };
  const seen = (look: { score: Score; rank: number } | undefined) =>
    look ? `${makeScore(look.score)} ${ordinal(look.rank).padStart(4)}` : '';
  const row = (san: string, uci: string, line: readonly LineMove[]) => [
    san,
    ...[shallow, deep].map(look => seen(look?.ranking.find(move => move.uci === uci))),
    share(uci),
    numberedLine(
      position,
      line.slice(0, LINE_PLIES).map(move => move.san),
    ),
  ];
  return [
    ['move', `depth ${params.shallow}`, `depth ${params.deep}`, 'played', 'how it goes on'],
    ...(deep ? [row(deep.best.san, deep.best.uci, tree.line)] : []),
    ...tree.branches.map(({ illusion: { san, uci }, line }) => row(san, uci, line)),
  ];
}

function footnotes(
  { params, people, problem, stats, engine, model, overestimated, cacheStatus }: InvestigationReport,
  ms: number,
): string[] {
  const source =
    cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  const searches = `${plural(stats.stockfishSearches, 'search', 'searches')} by ${engine?.name ?? 'nobody'}`;
  const branches = `${plural(overestimated.length, 'move')} that ${overestimated.length === 1 ? 'looks better than it is' : 'look better than they are'}; ${plural(stats.branches, 'branch', 'branches')}, ${plural(stats.levels, 'level')} deep`;
  const asked = model ? `, ${model.id}` : '';
  const table = stats.branches > 0;
  return [
    ...(table ? ["Scores are White's, in pawns; ranks are among all legal moves."] : []),
    ...(problem ? [`What people play is not known: ${problem}`] : []),
    ...(table && people ? [`played: by people rated ${params.rating}.`] : []),
    `${table ? `${branches}. ` : ''}${searches}${asked}; ${source}.`,
  ];
}
