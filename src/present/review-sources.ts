import { COLORS, type Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import { count, peopleOf, plural } from '../chess/words.ts';
import { ratingOf } from './review-players.ts';

/**
 * Where a review has its knowledge from, in sentences without their full stops; who was asked for it comes last. None for
 * a game without moves, about which nobody was asked.
 */
export function sourceWords(report: ReviewReport): string[] {
  const { engine, model, problem, stats, players } = report;
  if (report.plies.length === 0) return [];
  const [white, black] = COLORS.map(color => comparedWith(report, color));
  const isEstimated = COLORS.some(color => players[color].playedLike?.kind === 'estimate');
  const searches = engine
    ? `${plural(stats.stockfishPositions, 'search', 'searches')} by ${engine.name} of up to ${limitWords(engine.limit)}`
    : 'Evaluations are those of the PGN';
  const people = model ? `${plural(stats.maiaPositions, 'prediction')} by ${model.id}` : 'no human model asked';
  const remembered = stats.cacheHits > 0 ? `, ${count(stats.cacheHits)} of these answers remembered` : '';
  return [
    ...(problem ? [`What people play is not known: ${problem.replace(/\.$/, '')}`] : []),
    ...(isEstimated ? ['Played like: the range holds nine of ten ratings'] : []),
    ...(model
      ? [white === black ? `Compared with ${white}` : `White is compared with ${white}, Black with ${black}`]
      : []),
    `${searches}, ${people}${remembered}`,
  ];
}

/** `1600s`, `1500s (no rating in the file)` */
const comparedWith = (report: ReviewReport, color: Color): string =>
  `${peopleOf(report.players[color].rating)}${ratingOf(report, color) ? '' : ' (no rating in the file)'}`;

function limitWords(limit: NonNullable<ReviewReport['engine']>['limit']): string {
  return limit.kind === 'nodes' ? `${count(limit.nodes)} nodes` : `depth ${limit.depth}`;
}
