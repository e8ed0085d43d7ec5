import { COLORS, type Color } from 'chessops/types';
import type { Judgement, PlayedLike, PlayerReview, ReviewReport } from '../analysis/review/report.ts';
import { RATING } from '../chess/rating.ts';
import { peopleOf } from '../chess/words.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { clockWords, headline, namesOf, ratingOf } from './review-game.ts';
import { lessonsOf } from './review-lessons.ts';
import { momentWords, praiseWords } from './review-moments.ts';
import { accuracyText } from './review-move.ts';
import { phaseWords } from './review-phases.ts';

/** A review as sentences, for terminals and chats alike. */
interface ReviewWords {
  headline: string;
  /** How each of them played, White first. */
  players: string[];
  phases: string[];
  /** That the clock decided the game and no move did: at most one sentence. */
  clock: string[];
  /** What decided the game, at most three, each in one or two sentences. */
  moments: string[];
  /** At most one sentence. */
  praise: string[];
  /** One thing to learn for each of them, White first. */
  lessons: string[];
}

export const reviewWords = (report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): ReviewWords => ({
  headline: headline(report, voice),
  players: COLORS.map(color => playerWords(report, color, voice)),
  phases: phaseWords(report, voice),
  clock: [clockWords(report, voice)].filter(sentence => sentence !== undefined),
  moments: report.moments.map(moment => momentWords(report, moment, voice)),
  praise: [praiseWords(report, voice)].filter(sentence => sentence !== undefined),
  lessons: lessonWords(report, voice),
});

function lessonWords(report: ReviewReport, voice: ReportVoice): string[] {
  if (report.plies.length === 0) return [];
  const [names, lessons] = [namesOf(report, voice), lessonsOf(report, voice)];
  return COLORS.map(color => `${names[color]}: ${lessons[color]}`);
}

/** `alice: 87 % accuracy, average centipawn loss 31; 1 mistake, no blunders; played like 1650 (1400–1900).` */
function playerWords(report: ReviewReport, color: Color, voice: ReportVoice): string {
  const { accuracy, acpl, counts, playedLike } = report.players[color];
  const parts =
    accuracy === null
      ? [voice.say('player.none-judged')]
      : [
          voice.say('player.accurate', { accuracy: accuracyText(accuracy, voice) }) +
            (acpl === null ? '' : voice.say('player.lost', { acpl: voice.number(acpl) })),
          voice.say('player.judged', counts),
        ];
  const known = playedLike ? [likeSentence(playedLike, voice)] : [];
  return `${namesOf(report, voice)[color]}: ${[...parts, ...known].join('; ')}.`;
}

function likeSentence(like: PlayedLike, voice: ReportVoice): string {
  const words = playedLikeWords(like, voice);
  return like.kind === 'estimate'
    ? voice.say('player.like', { rating: words })
    : voice.say('player.unlike', { why: words });
}

/** `1650 (1400–1900)`, `2500 (at least 2200)`, `2600 or more (at least 2250)`: never without its interval. */
function playedLikeWords(like: PlayedLike, voice: ReportVoice = ENGLISH_VOICE): string {
  if (like.kind === 'too-few-moves') return voice.say('player.too-few-moves');
  const { rating, low, high } = like;
  const say = (key: 'or-more' | 'or-less' | 'at-least' | 'at-most', bound: number) =>
    voice.say(`player.${key}`, { rating: String(bound) });
  const best = rating >= RATING.max ? say('or-more', rating) : rating <= RATING.min ? say('or-less', rating) : rating;
  if (high >= RATING.max && low > RATING.min) return `${best} (${say('at-least', low)})`;
  return low <= RATING.min && high < RATING.max ? `${best} (${say('at-most', high)})` : `${best} (${low}–${high})`;
}

/** What is said of both players alike. */
interface PlayerRow {
  name: string;
  white: string;
  black: string;
}

const NONE = '–';

/** A dash where no move could be judged: that is not the same as none. */
const judged = ({ accuracy, counts }: PlayerReview, judgement: Judgement, { number }: ReportVoice): string =>
  accuracy === null ? NONE : number(counts[judgement]);

/** Only what is known of at least one of them. */
export function playerRows(
  { players: { white, black } }: ReviewReport,
  voice: ReportVoice = ENGLISH_VOICE,
): PlayerRow[] {
  const rows: [name: string, value: (player: PlayerReview) => string][] = [
    [voice.say('player.accuracy'), ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy, voice))],
    [voice.say('player.acpl'), ({ acpl }) => (acpl === null ? NONE : voice.number(acpl))],
    [voice.say('player.inaccuracies'), player => judged(player, 'inaccuracy', voice)],
    [voice.say('player.mistakes'), player => judged(player, 'mistake', voice)],
    [voice.say('player.blunders'), player => judged(player, 'blunder', voice)],
    [voice.say('player.played-like'), ({ playedLike }) => (playedLike ? playedLikeWords(playedLike, voice) : NONE)],
  ];
  return rows
    .map(([name, value]) => ({ name, white: value(white), black: value(black) }))
    .filter(row => row.white !== NONE || row.black !== NONE);
}

/**
 * Where a review has its knowledge from, in sentences without their full stops; the engines that were asked come last.
 * None for a game without moves, for which no engine was asked.
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
