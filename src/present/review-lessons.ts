import type { Color } from 'chessops/types';
import type { ReviewReport } from '../analysis/review/report.ts';
import type { Lesson } from './lesson-case.ts';
import { haste, lostOnTime, timeTrouble } from './lesson-clock.ts';
import {
  naturalMistakes,
  nothingWrong,
  outOfCharacter,
  tooShort,
  weakPhase,
  worstInaccuracy,
  worstMove,
} from './lesson-play.ts';
import { allowedMates, gaveUp, missedMates, mistakesInReturn, winGotAway } from './lesson-turns.ts';
import { isSerious } from './review-course.ts';

/**
 * The first that applies is the one a player is told: what decided the game before what was only weak, and what
 * somebody can change tomorrow before what takes study.
 */
const LESSONS: readonly Lesson[] = [
  lostOnTime,
  gaveUp,
  missedMates,
  timeTrouble,
  haste,
  winGotAway,
  mistakesInReturn,
  allowedMates,
  weakPhase,
  naturalMistakes,
  outOfCharacter,
  worstMove,
  tooShort,
  worstInaccuracy,
];

/** The one thing that a player can learn from this game. */
export function lessonOf(report: ReviewReport, color: Color): string {
  const own = report.plies.filter(ply => ply.color === color);
  const one = { report, color, own, serious: own.filter(isSerious) };
  for (const lesson of LESSONS) {
    const told = lesson(one);
    if (told) return told;
  }
  return nothingWrong();
}
