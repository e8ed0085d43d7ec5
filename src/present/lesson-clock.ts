import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { type Case, isPattern, shareOf, wordsOf } from './lesson-case.ts';
import { clockBefore, lostByClock, secondsTaken, type TimeControl, timeControlOf } from './review-clocks.ts';
import { chances } from './review-move.ts';
import { finishOf } from './review-result.ts';

/** Shares of the time for the game. With less than the first one is short of it. */
const SHORT = 1 / 10;
/** A move within this was hardly looked at, and with more than that left there was no need: 5 seconds of 10 minutes. */
const HASTY = 1 / 120;
const PLENTY = 1 / 3;

export function lostOnTime(one: Case): string | undefined {
  const { report, color, tongue } = one;
  const lost = lostByClock(report);
  if (lost?.color !== color) return undefined;
  const [stood, { clockLost, clockDecided, advice }] = [chances(lost.standing, tongue), wordsOf(one)];
  const what = finishOf(report).kind === 'win' ? clockLost(stood) : clockDecided(stood);
  return `${what} ${advice.faster}`;
}

export function timeTrouble(one: Case): string | undefined {
  const { report, serious } = one;
  const control = timeControlOf(report);
  if (!control) return undefined;
  const short = serious.filter(ply => isShort(report, ply));
  if (!isPattern(short, serious)) return undefined;
  const words = wordsOf(one);
  return `${words.short(shareOf(one, short), words.time(boundOf(control)))} ${words.advice.faster}`;
}

/** With less than this a player is short of time. */
const boundOf = ({ initial }: TimeControl): number => Math.max(1, Math.round(initial * SHORT));

function isShort(report: ReviewReport, ply: ReviewedPly): boolean {
  const [control, clock] = [timeControlOf(report), clockBefore(report.plies, ply)];
  return control !== undefined && clock !== undefined && clock < boundOf(control);
}

/** `, with 3 seconds left`, or nothing where there was time enough, or nobody knows. */
export function haveLeft(one: Case, ply: ReviewedPly): string {
  const { report } = one;
  const [clock, words] = [clockBefore(report.plies, ply), wordsOf(one)];
  return clock !== undefined && isShort(report, ply) ? words.left(words.time(Math.round(clock))) : '';
}

export function haste(one: Case): string | undefined {
  const { report, serious } = one;
  const control = timeControlOf(report);
  if (!control) return undefined;
  const bound = Math.max(1, Math.round(control.initial * HASTY));
  const hasty = serious.filter(
    ply =>
      (secondsTaken(report, ply) ?? Number.POSITIVE_INFINITY) <= bound &&
      (clockBefore(report.plies, ply) ?? 0) > control.initial * PLENTY,
  );
  if (!isPattern(hasty, serious)) return undefined;
  const words = wordsOf(one);
  return `${words.hasty(shareOf(one, hasty), words.time(bound))} ${words.advice.lookOnce}`;
}
