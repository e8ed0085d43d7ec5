import { plural } from '../chess/words.ts';
import { type Case, isPattern, shareOf } from './lesson-case.ts';
import { clockBefore, secondsTaken, timeControlOf } from './review-clocks.ts';
import { percentAtEnd } from './review-course.ts';
import { chances } from './review-move.ts';
import { finishOf } from './review-result.ts';

/** Who loses on time with chances like these has lost to the clock alone. */
const PLAYABLE = 50;

/** Shares of the time for the game. With less than the first one is short of it. */
const SHORT = 1 / 10;
/** A move within this was hardly looked at, and with more than that left there was no need: 5 seconds of 10 minutes. */
const HASTY = 1 / 120;
const PLENTY = 1 / 3;

const FASTER = 'Play the easy moves faster, to have time for the hard ones.';

export function lostOnTime({ report, color }: Case): string | undefined {
  const standing = percentAtEnd(report, color);
  const finish = finishOf(report);
  if (finish.kind !== 'win' || finish.winner === color || finish.by !== 'time') return undefined;
  if (standing === null || standing < PLAYABLE) return undefined;
  return `the clock lost this game, not the position, which stood at ${chances(standing)}. ${FASTER}`;
}

export function timeTrouble({ report, serious }: Case): string | undefined {
  const control = timeControlOf(report);
  if (!control) return undefined;
  const bound = Math.max(1, Math.round(control.initial * SHORT));
  const short = serious.filter(ply => (clockBefore(report.plies, ply) ?? Number.POSITIVE_INFINITY) < bound);
  if (!isPattern(short, serious)) return undefined;
  return `${shareOf(short, serious)} came with less than ${timeWords(bound)} left. ${FASTER}`;
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
