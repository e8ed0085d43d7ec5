import { COLORS, type Color } from 'chessops/types';
import type { PlayedLike, ReviewReport } from '../analysis/review/report.ts';
import { plural } from '../chess/words.ts';
import { clockWords } from './review-clocks.ts';
import { lessonsOf } from './review-lessons.ts';
import { momentWords, praiseWords } from './review-moments.ts';
import { accuracyText } from './review-move.ts';
import { phaseWords } from './review-phases.ts';
import { namesOf } from './review-players.ts';
import { headline } from './review-result.ts';

/** A review as sentences, for terminals and chats alike. */
export interface ReviewWords {
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

export const reviewWords = (report: ReviewReport): ReviewWords => ({
  headline: headline(report),
  players: COLORS.map(color => playerWords(report, color)),
  phases: phaseWords(report),
  clock: [clockWords(report)].filter(sentence => sentence !== undefined),
  moments: report.moments.map(moment => momentWords(report, moment)),
  praise: [praiseWords(report)].filter(sentence => sentence !== undefined),
  lessons: lessonWords(report),
});

function lessonWords(report: ReviewReport): string[] {
  if (report.plies.length === 0) return [];
  const [names, lessons] = [namesOf(report), lessonsOf(report)];
  return COLORS.map(color => `${names[color]}: ${lessons[color]}`);
}

/** `alice: 87 % accuracy, average centipawn loss 31; 2 inaccuracies, 1 mistake, no blunders; played like 1650 (1400–1900).` */
function playerWords(report: ReviewReport, color: Color): string {
  const { accuracy, acpl, counts, playedLike } = report.players[color];
  const like = playedLike?.kind === 'estimate' ? 'played like ' : 'which rating that is like: ';
  const parts =
    accuracy === null
      ? ['no moves that could be judged']
      : [
          `${accuracyText(accuracy)} accuracy${acpl === null ? '' : `, average centipawn loss ${acpl}`}`,
          [
            howMany(counts.inaccuracy, 'inaccuracy', 'inaccuracies'),
            howMany(counts.mistake, 'mistake', 'mistakes'),
            howMany(counts.blunder, 'blunder', 'blunders'),
          ].join(', '),
        ];
  return `${namesOf(report)[color]}: ${[...parts, ...(playedLike ? [`${like}${playedLikeWords(playedLike)}`] : [])].join('; ')}.`;
}

const howMany = (count: number, one: string, many: string): string =>
  count === 0 ? `no ${many}` : plural(count, one, many);

/** The ends of what Maia knows: an interval that reaches one of them may go on beyond it. */
const KNOWN = { low: 600, high: 2600 };

/** `1650 (1400–1900)`, `2500 (at least 2200)`, `2600 or more (at least 2250)`: never without its interval. */
export function playedLikeWords(like: PlayedLike): string {
  if (like.kind === 'too-few-moves') return 'too few moves to say';
  const { rating, low, high } = like;
  const best = rating >= KNOWN.high ? `${rating} or more` : rating <= KNOWN.low ? `${rating} or less` : rating;
  if (high >= KNOWN.high && low > KNOWN.low) return `${best} (at least ${low})`;
  return low <= KNOWN.low && high < KNOWN.high ? `${best} (at most ${high})` : `${best} (${low}–${high})`;
}
