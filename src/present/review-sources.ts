import { COLORS, type Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import { peopleOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { ratingOf } from './review-players.ts';

/**
 * Where a review has its knowledge from, in sentences without their full stops; who was asked for it comes last. None for
 * a game without moves, about which nobody was asked.
 */
export function sourceWords(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): string[] {
  const { engine, model, problem, stats, players } = report;
  if (report.plies.length === 0) return [];
  const [white, black] = COLORS.map(color => comparedWith(report, color, voice)) as [string, string];
  const isEstimated = COLORS.some(color => players[color].playedLike?.kind === 'estimate');
  const { stockfishPositions: searched, maiaPositions: predicted, cacheHits } = stats;
  const searches = engine
    ? voice.say('source.searches', { count: searched, engine: engine.name, limit: limitWords(engine.limit, voice) })
    : voice.say('source.from-pgn');
  const people = model
    ? voice.say('source.predictions', { count: predicted, model: model.id })
    : voice.say('source.no-model');
  const remembered = cacheHits > 0 ? voice.say('source.remembered', { answers: cacheHits }) : '';
  return [
    ...(problem ? [voice.say('source.no-people', { problem: problem.replace(/\.$/, '') })] : []),
    ...(isEstimated ? [voice.say('source.range')] : []),
    ...(model
      ? [
          white === black
            ? voice.say('source.compared', { people: white })
            : voice.say('source.compared-apart', { white, black }),
        ]
      : []),
    `${searches}, ${people}${remembered}`,
  ];
}

/** `1600s`, `1500s (no rating in the file)` */
const comparedWith = (report: ReviewReport, color: Color, voice: ReportVoice): string =>
  voice.say(ratingOf(report, color) === undefined ? 'source.people-unrated' : 'source.people', {
    people: peopleOf(report.players[color].rating, voice),
  });

function limitWords(limit: NonNullable<ReviewReport['engine']>['limit'], voice: ReportVoice): string {
  return limit.kind === 'nodes'
    ? voice.say('source.nodes', { nodes: limit.nodes })
    : voice.say('source.depth', { depth: limit.depth });
}
