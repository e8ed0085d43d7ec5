import type { Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import { other } from '../chess/position.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import type { Case, Lesson } from './lesson-case.ts';
import {
  haste,
  lostOnTime,
  naturalMistakes,
  nothingWrong,
  outOfCharacter,
  timeTrouble,
  tooShort,
  weakPhase,
  worstInaccuracy,
  worstMove,
} from './lesson-play.ts';
import {
  allowedMates,
  gaveUp,
  missedMates,
  mistakesInReturn,
  stalemated,
  unpunished,
  winGotAway,
} from './lesson-turns.ts';
import { isSerious } from './review-course.ts';

/**
 * The first that applies is the one a player is told: what decided the game before what was only weak, and what can be
 * changed tomorrow before what takes study.
 */
const LESSONS: readonly Lesson[] = [
  lostOnTime,
  stalemated,
  gaveUp,
  missedMates,
  timeTrouble,
  haste,
  winGotAway,
  mistakesInReturn,
  unpunished,
  allowedMates,
  weakPhase,
  naturalMistakes,
  outOfCharacter,
  worstMove,
];

/**
 * The one thing that each player can learn from this game. Where one lesson with one advice would be told to both, the
 * more accurate player gets the next that applies, if there is one.
 */
export function lessonsOf(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): Record<Color, string> {
  const first = needier(report);
  const [one, two] = [caseOf(report, first, voice), caseOf(report, other(first), voice)];
  const [told] = lessonsFor(one);
  const all = lessonsFor(two);
  const fresh = all.find(({ lesson, advice }) => lesson !== told?.lesson || advice !== told.advice) ?? all[0];
  const [its, others] = [told?.text ?? closing(one), fresh?.text ?? closing(two)];
  return first === 'white' ? { white: its, black: others } : { white: others, black: its };
}

/** Who was less accurate; of two who were equally so, who moved first. */
function needier({ players, plies }: ReviewReport): Color {
  const [white, black] = [players.white.accuracy ?? 0, players.black.accuracy ?? 0];
  if (white === black) return plies[0]?.color ?? 'white';
  return white < black ? 'white' : 'black';
}

function caseOf(report: ReviewReport, color: Color, voice: ReportVoice): Case {
  const own = report.plies.filter(ply => ply.color === color);
  return { report, color, own, serious: own.filter(isSerious), voice };
}

function lessonsFor(one: Case): { lesson: Lesson; text: string; advice: string }[] {
  return LESSONS.flatMap(lesson => {
    const text = lesson(one);
    // Which lesson is told does not depend on the voice.
    return text ? [{ lesson, text, advice: adviceOf(lesson({ ...one, voice: ENGLISH_VOICE }) ?? '') }] : [];
  });
}

/** The last sentence, which names no moves; all of a lesson that has none. */
const adviceOf = (text: string): string => /\. ([A-Z][^.\d]*\.)$/.exec(text)?.[1] ?? text;

/** Where nothing went badly wrong. */
const closing = (one: Case): string => tooShort(one) ?? worstInaccuracy(one) ?? nothingWrong(one);
