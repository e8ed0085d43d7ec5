import { COLORS, type Color } from 'chessops/types';
import type { PlayerReview, ReviewReport } from '../analysis/review/report.ts';
import { clean, count, nameOf, peopleOf, plural } from '../chess/words.ts';
import { type BlunderInvestigation, blunderWords } from '../present/blunders.ts';
import { accuracyText } from '../present/review-move.ts';
import { namesOf, ratingOf } from '../present/review-players.ts';
import { finishOf } from '../present/review-result.ts';
import { playedLikeWords, reviewWords } from '../present/review-words.ts';
import { duration, shorten, type Terminal, table, wrap } from './terminal.ts';

/** Below the first line of a moment. */
const INDENT = '   ';
const NONE = '–';

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
  paragraph(table(rows(report), [1, 2]));
  paragraph(phases.flatMap(line => wrap(line, INDENT)));
  const numbered = moments.flatMap((moment, index) => wrap(`${index + 1}. ${moment}`, INDENT));
  const what = finishOf(report).kind === 'win' ? 'What decided the game' : 'What mattered most';
  const key = numbered.length > 0 ? " (the mover's winning chances, before → after)" : '';
  paragraph(titled(`${what}${key}:`, [...clock.flatMap(line => wrap(line, INDENT)), ...numbered]));
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

/** What is asked of both players, a line each. */
const ROWS: readonly [name: string, value: (player: PlayerReview) => string][] = [
  ['accuracy', ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy))],
  ['average centipawn loss', ({ acpl }) => (acpl === null ? NONE : count(acpl))],
  ['inaccuracies ?!', judged('inaccuracy')],
  ['mistakes ?', judged('mistake')],
  ['blunders ??', judged('blunder')],
  ['played like', ({ playedLike }) => (playedLike ? playedLikeWords(playedLike) : NONE)],
];

/** Nothing was counted where nothing could be judged. */
function judged(judgement: 'inaccuracy' | 'mistake' | 'blunder') {
  return ({ accuracy, counts }: PlayerReview): string => (accuracy === null ? NONE : count(counts[judgement]));
}

/** Two names of this many columns leave room for the rest. */
const NAME = 18;

function rows(report: ReviewReport): string[][] {
  const names = namesOf(report);
  const head = COLORS.map(color => {
    const name = shorten(clean(names[color]), NAME);
    return name === nameOf(color) ? name : `${name} (${nameOf(color)})`;
  });
  const values = ROWS.map(([name, value]) => [name, ...COLORS.map(color => value(report.players[color]))]);
  const known = values.filter(([, ...both]) => both.some(value => value !== NONE));
  return known.length > 0 ? [['', ...head], ...known] : [];
}

function footnotes(report: ReviewReport, ms: number): string[] {
  const { engine, model, problem, stats, players, cacheStatus } = report;
  // Nobody was asked about a game without moves.
  if (report.plies.length === 0) return [];
  const [white, black] = COLORS.map(color => comparedWith(report, color));
  const isEstimated = COLORS.some(color => players[color].playedLike?.kind === 'estimate');
  const searches = engine
    ? `${plural(stats.stockfishPositions, 'search', 'searches')} by ${engine.name} of up to ${limitWords(engine.limit)}`
    : 'Evaluations are those of the PGN';
  const people = model ? `${plural(stats.maiaPositions, 'prediction')} by ${model.id}` : 'no human model asked';
  const remembered = stats.cacheHits > 0 ? `, ${count(stats.cacheHits)} of these answers remembered` : '';
  const source =
    cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  return [
    ...(problem ? [`What people play is not known: ${problem}`] : []),
    ...(isEstimated ? ['Played like: the range holds nine of ten ratings.'] : []),
    ...(model
      ? [white === black ? `Compared with ${white}.` : `White is compared with ${white}, Black with ${black}.`]
      : []),
    `${searches}, ${people}${remembered}; ${source}.`,
  ];
}

/** `1600s`, `1500s (no rating in the file)` */
const comparedWith = (report: ReviewReport, color: Color): string =>
  `${peopleOf(report.players[color].rating)}${ratingOf(report, color) ? '' : ' (no rating in the file)'}`;

function limitWords(limit: NonNullable<ReviewReport['engine']>['limit']): string {
  return limit.kind === 'nodes' ? `${count(limit.nodes)} nodes` : `depth ${limit.depth}`;
}
