import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { type Case, isPattern, shareOf, timeWords } from './lesson-case.ts';
import { clockBefore, lostByClock, secondsTaken, type TimeControl, timeControlOf } from './review-clocks.ts';
import { chances } from './review-move.ts';
import { finishOf } from './review-result.ts';

/** Shares of the time for the game. With less than the first one is short of it. */
const SHORT = 1 / 10;
/** A move within this was hardly looked at, and with more than that left there was no need: 5 seconds of 10 minutes. */
const HASTY = 1 / 120;
const PLENTY = 1 / 3;

export function lostOnTime(one: Case): string | undefined {
  const { report, color, voice } = one;
  const lost = lostByClock(report);
  if (lost?.color !== color) return undefined;
  const stood = chances(lost.standing, voice);
  const what = voice.say(finishOf(report).kind === 'win' ? 'lesson.clock-lost' : 'lesson.clock-decided', { stood });
  return `${what} ${voice.say('advice.faster')}`;
}

export function timeTrouble(one: Case): string | undefined {
  const { report, serious, voice } = one;
  const control = timeControlOf(report);
  if (!control) return undefined;
  const short = serious.filter(ply => isShort(report, ply));
  if (!isPattern(short, serious)) return undefined;
  const what = voice.say('lesson.short', { share: shareOf(one, short), time: timeWords(one, boundOf(control)) });
  return `${what} ${voice.say('advice.faster')}`;
}

/** With less than this a player is short of time. */
const boundOf = ({ initial }: TimeControl): number => Math.max(1, Math.round(initial * SHORT));

function isShort(report: ReviewReport, ply: ReviewedPly): boolean {
  const [control, clock] = [timeControlOf(report), clockBefore(report.plies, ply)];
  return control !== undefined && clock !== undefined && clock < boundOf(control);
}

/** `, with 3 seconds left`, or nothing where there was time enough, or nobody knows. */
export function haveLeft(one: Case, ply: ReviewedPly): string {
  const { report, voice } = one;
  const clock = clockBefore(report.plies, ply);
  if (clock === undefined || !isShort(report, ply)) return '';
  return voice.say('lesson.left', { time: timeWords(one, Math.round(clock)) });
}

export function haste(one: Case): string | undefined {
  const { report, serious, voice } = one;
  const control = timeControlOf(report);
  if (!control) return undefined;
  const bound = Math.max(1, Math.round(control.initial * HASTY));
  const hasty = serious.filter(
    ply =>
      (secondsTaken(report, ply) ?? Number.POSITIVE_INFINITY) <= bound &&
      (clockBefore(report.plies, ply) ?? 0) > control.initial * PLENTY,
  );
  if (!isPattern(hasty, serious)) return undefined;
  const what = voice.say('lesson.hasty', { share: shareOf(one, hasty), time: timeWords(one, bound) });
  return `${what} ${voice.say('advice.look-once')}`;
}
