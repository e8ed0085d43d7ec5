import { COLORS, type Color } from 'chessops/types';
import type { PlayedLike, ReviewReport } from '../analysis/review/report.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
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

/** `alice: 87 % accuracy, average centipawn loss 31; 2 inaccuracies, 1 mistake, no blunders; played like 1650 (1400–1900).` */
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

/** The ends of what Maia knows: an interval that reaches one of them may go on beyond it. */
const KNOWN = { low: 600, high: 2600 };

/** `1650 (1400–1900)`, `2500 (at least 2200)`, `2600 or more (at least 2250)`: never without its interval. */
export function playedLikeWords(like: PlayedLike, voice: ReportVoice = ENGLISH_VOICE): string {
  if (like.kind === 'too-few-moves') return voice.say('player.too-few-moves');
  const { rating, low, high } = like;
  const say = (key: 'or-more' | 'or-less' | 'at-least' | 'at-most', bound: number) =>
    voice.say(`player.${key}`, { rating: String(bound) });
  const best = rating >= KNOWN.high ? say('or-more', rating) : rating <= KNOWN.low ? say('or-less', rating) : rating;
  if (high >= KNOWN.high && low > KNOWN.low) return `${best} (${say('at-least', low)})`;
  return low <= KNOWN.low && high < KNOWN.high ? `${best} (${say('at-most', high)})` : `${best} (${low}–${high})`;
}
