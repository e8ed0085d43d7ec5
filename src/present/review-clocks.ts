import type { Color } from 'chessops/types';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { other } from '../chess/position.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { percentAtEnd } from './review-course.ts';
import { chances } from './review-move.ts';
import { namesOf } from './review-players.ts';
import { finishOf, flaggedOf } from './review-result.ts';

/** What the clocks of a game tell. */

export interface TimeControl {
  /** Seconds for the whole game, or for its first part. */
  initial: number;
  increment: number;
}

/** `600+5`, `900`, `40/5400+30:1800+30`. Undefined where it says nothing, or where every move has a time of its own. */
export function timeControlOf({ headers }: Pick<ReviewReport, 'headers'>): TimeControl | undefined {
  const text = headers.TimeControl?.trim() ?? '';
  const [, moves, initial, increment = '0'] = /^(?:(\d{1,3})\/)?(\d{1,6})(?:\+(\d{1,4}))?(?::|$)/.exec(text) ?? [];
  if (initial === undefined || Number(initial) === 0 || moves === '1') return undefined;
  return { initial: Number(initial), increment: Number(increment) };
}

/** What the mover had left when they began to think; undefined where the clocks are not written down. */
export const clockBefore = (plies: readonly ReviewedPly[], { ply }: ReviewedPly): number | undefined =>
  plies[ply - 3]?.clock;

/**
 * What a move took. Unknown without the increment, and of a player's first move: some servers start the clock after
 * it. Unknown, too, where a clock gained more than the increment: the player was given time.
 */
export function secondsTaken(report: Pick<ReviewReport, 'headers' | 'plies'>, ply: ReviewedPly): number | null {
  const control = timeControlOf(report);
  const before = clockBefore(report.plies, ply);
  if (!control || before === undefined || ply.clock === undefined) return null;
  const taken = before + control.increment - ply.clock;
  return taken >= 0 && Number.isFinite(taken) ? taken : null;
}

/** A player who runs out of time with chances like these has lost to the clock alone. */
const PLAYABLE = 50;

/** The chances of the player who ran out of time and did not stand worse; undefined where the clock decided nothing. */
export function lostByClock(report: ReviewReport): { color: Color; standing: number } | undefined {
  const color = flaggedOf(report);
  const standing = color ? percentAtEnd(report, color) : null;
  return color && standing !== null && standing >= PLAYABLE ? { color, standing } : undefined;
}

/** `jacob won on time, standing at 2 %.` */
export function clockWords(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): string | undefined {
  const lost = lostByClock(report);
  if (!lost) return undefined;
  const [names, { color, standing }] = [namesOf(report, voice), lost];
  return finishOf(report).kind === 'win'
    ? voice.say('game.won-on-time', { name: names[other(color)], standing: chances(100 - standing, voice) })
    : voice.say('game.ran-out-of-time', { name: names[color], standing: chances(standing, voice) });
}
