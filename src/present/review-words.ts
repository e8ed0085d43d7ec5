import { COLORS, type Color } from 'chessops/types';
import type { PlayedLike, ReviewReport } from '../analysis/review/report.ts';
import type { Language, Tongue } from '../chess/tongue.ts';
import { ENGLISH } from '../chess/words.ts';
import { PLAYERS } from './phrases/players.ts';
import { clockWords } from './review-clocks.ts';
import { lessonsOf } from './review-lessons.ts';
import { momentWords, praiseWords } from './review-moments.ts';
import { accuracyText } from './review-move.ts';
import { phaseWords } from './review-phases.ts';
import { namesOf } from './review-players.ts';
import { headline } from './review-result.ts';

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

export const reviewWords = (report: ReviewReport, tongue: Tongue = ENGLISH): ReviewWords => ({
  headline: headline(report, tongue.language),
  players: COLORS.map(color => playerWords(report, color, tongue)),
  phases: phaseWords(report, tongue),
  clock: [clockWords(report, tongue)].filter(sentence => sentence !== undefined),
  moments: report.moments.map(moment => momentWords(report, moment, tongue)),
  praise: [praiseWords(report, tongue)].filter(sentence => sentence !== undefined),
  lessons: lessonWords(report, tongue),
});

function lessonWords(report: ReviewReport, tongue: Tongue): string[] {
  if (report.plies.length === 0) return [];
  const [names, lessons] = [namesOf(report, tongue.language), lessonsOf(report, tongue)];
  return COLORS.map(color => `${names[color]}: ${lessons[color]}`);
}

/** `alice: 87 % accuracy, average centipawn loss 31; 2 inaccuracies, 1 mistake, no blunders; played like 1650 (1400–1900).` */
function playerWords(report: ReviewReport, color: Color, tongue: Tongue): string {
  const { accuracy, acpl, counts, playedLike } = report.players[color];
  const { language, number } = tongue;
  const words = PLAYERS[language];
  const parts =
    accuracy === null
      ? [words.noneJudged]
      : [
          `${words.accurate(accuracyText(accuracy, tongue))}${acpl === null ? '' : words.lost(number(acpl))}`,
          words.judged(counts),
        ];
  const like = playedLike?.kind === 'estimate' ? words.like : words.unlike;
  const known = playedLike ? [like(playedLikeWords(playedLike, language))] : [];
  return `${namesOf(report, language)[color]}: ${[...parts, ...known].join('; ')}.`;
}

/** The ends of what Maia knows: an interval that reaches one of them may go on beyond it. */
const KNOWN = { low: 600, high: 2600 };

/** `1650 (1400–1900)`, `2500 (at least 2200)`, `2600 or more (at least 2250)`: never without its interval. */
export function playedLikeWords(like: PlayedLike, language: Language = 'en'): string {
  const words = PLAYERS[language];
  if (like.kind === 'too-few-moves') return words.tooFewMoves;
  const { rating, low, high } = like;
  const best = rating >= KNOWN.high ? words.orMore(rating) : rating <= KNOWN.low ? words.orLess(rating) : rating;
  if (high >= KNOWN.high && low > KNOWN.low) return `${best} (${words.atLeast(low)})`;
  return low <= KNOWN.low && high < KNOWN.high ? `${best} (${words.atMost(high)})` : `${best} (${low}–${high})`;
}
