import { COLORS, type Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import type { Language, Tongue } from '../chess/tongue.ts';
import { ENGLISH, peopleOf } from '../chess/words.ts';
import { PLAYERS } from './phrases/players.ts';
import { ratingOf } from './review-players.ts';

/**
 * Where a review has its knowledge from, in sentences without their full stops; who was asked for it comes last. None for
 * a game without moves, about which nobody was asked.
 */
export function sourceWords(report: ReviewReport, tongue: Tongue = ENGLISH): string[] {
  const { engine, model, problem, stats, players } = report;
  if (report.plies.length === 0) return [];
  const { language, number } = tongue;
  const words = PLAYERS[language];
  const [white, black] = COLORS.map(color => comparedWith(report, color, language)) as [string, string];
  const isEstimated = COLORS.some(color => players[color].playedLike?.kind === 'estimate');
  const { stockfishPositions: searched, maiaPositions: predicted, cacheHits } = stats;
  const searches = engine
    ? words.searches(searched, number(searched), engine.name, limitWords(engine.limit, tongue))
    : words.fromPgn;
  const people = model ? words.predictions(predicted, number(predicted), model.id) : words.noModel;
  const remembered = cacheHits > 0 ? words.remembered(number(cacheHits)) : '';
  return [
    ...(problem ? [words.noPeople(problem.replace(/\.$/, ''))] : []),
    ...(isEstimated ? [words.range] : []),
    ...(model ? [white === black ? words.compared(white) : words.comparedApart(white, black)] : []),
    `${searches}, ${people}${remembered}`,
  ];
}

/** `1600s`, `1500s (no rating in the file)` */
const comparedWith = (report: ReviewReport, color: Color, language: Language): string =>
  PLAYERS[language].people(peopleOf(report.players[color].rating, language), ratingOf(report, color) !== undefined);

function limitWords(limit: NonNullable<ReviewReport['engine']>['limit'], { language, number }: Tongue): string {
  const words = PLAYERS[language];
  return limit.kind === 'nodes' ? words.nodes(number(limit.nodes)) : words.depth(limit.depth);
}
