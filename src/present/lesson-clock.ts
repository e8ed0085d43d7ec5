import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { plural } from '../chess/words.ts';
import { type Case, isPattern, shareOf } from './lesson-case.ts';
import { clockBefore, lostByClock, secondsTaken, type TimeControl, timeControlOf } from './review-clocks.ts';
import { chances } from './review-move.ts';
import { finishOf } from './review-result.ts';

/** Shares of the time for the game. With less than the first one is short of it. */
const SHORT = 1 / 10;
/** A move within this was hardly looked at, and with more than that left there was no need: 5 seconds of 10 minutes. */
const HASTY = 1 / 120;
const PLENTY = 1 / 3;

const FASTER = 'Play the easy moves faster, to have time for the hard ones.';

export function lostOnTime({ report, color }: Case): string | undefined {
  const lost = lostByClock(report);
  if (lost?.color !== color) return undefined;
  const stood = chances(lost.standing);
  return finishOf(report).kind === 'win'
    ? `the clock lost this game, not the position, which stood at ${stood}. ${FASTER}`
    : `the clock decided this game, not the position, which stood at ${stood}. ${FASTER}`;
}

export function timeTrouble({ report, serious }: Case): string | undefined {
  const control = timeControlOf(report);
  if (!control) return undefined;
  const short = serious.filter(ply => isShort(report, ply));
  if (!isPattern(short, serious)) return undefined;
  return `${shareOf(short, serious)} came with less than ${timeWords(boundOf(control))} left. ${FASTER}`;
}

/** With less than this a player is short of time. */
const boundOf = ({ initial }: TimeControl): number => Math.max(1, Math.round(initial * SHORT));

function isShort(report: ReviewReport, ply: ReviewedPly): boolean {
  const [control, clock] = [timeControlOf(report), clockBefore(report.plies, ply)];
  return control !== undefined && clock !== undefined && clock < boundOf(control);
}

/** `, with 3 seconds left`, or nothing where there was time enough, or nobody knows. */
export function haveLeft(report: ReviewReport, ply: ReviewedPly): string {
  const clock = clockBefore(report.plies, ply);
  return clock !== undefined && isShort(report, ply) ? `, with ${timeWords(Math.round(clock))} left` : '';
}

export function haste({ report, serious }: Case): string | undefined {
  const control = timeControlOf(report);
  if (!control) return undefined;
  const bound = Math.max(1, Math.round(control.initial * HASTY));
  const hasty = serious.filter(
    ply =>
      (secondsTaken(report, ply) ?? Number.POSITIVE_INFINITY) <= bound &&
      (clockBefore(report.plies, ply) ?? 0) > control.initial * PLENTY,
  );
  if (!isPattern(hasty, serious)) return undefined;
  return `${shareOf(hasty, serious)} took ${timeWords(bound)} or less, with plenty of time left. Before each move, look once at what it allows.`;
}

/** `60 seconds`, `3 minutes` */
const timeWords = (seconds: number): string =>
  seconds <= 90 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute');
