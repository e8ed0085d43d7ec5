import type { Color } from 'chessops/types';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { listWords, type ReportVoice } from './catalogue/catalogue.ts';
import { percentAfter, percentBefore } from './review-course.ts';
import { chances } from './review-move.ts';

/** What one player can learn from a game: everything that a lesson looks at. */
export interface Case {
  report: ReviewReport;
  color: Color;
  own: ReviewedPly[];
  /** The mistakes and blunders among them. */
  serious: ReviewedPly[];
  voice: ReportVoice;
}

/** The rest of a sentence that begins with the player's name and a colon; undefined where it does not apply. */
export type Lesson = (one: Case) => string | undefined;

/** One of a kind may be chance; this is most of what went wrong. */
export const isPattern = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  part.length >= 2 && part.length > whole.length / 2;

export const worstOf = (plies: readonly ReviewedPly[]): ReviewedPly | undefined =>
  plies.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0))[0];

/** `3 of 4 mistakes and blunders`, `both blunders`, `all 3 mistakes` */
export function shareOf(one: Case, part: readonly ReviewedPly[]): string {
  const kinds = (['mistake', 'blunder'] as const).filter(kind =>
    one.serious.some(({ judgement }) => judgement === kind),
  );
  return one.voice.say('lesson.share', part.length, one.serious.length, kinds);
}

const LISTED = 3;

/** `moves 18 and 24`, `moves 18, 24, 30 and more` */
export function movesList({ voice }: Case, plies: readonly ReviewedPly[]): string {
  const numbers = plies.slice(0, LISTED).map(({ moveNumber }) => String(moveNumber));
  if (numbers.length < 2) return voice.say('lesson.move', { number: numbers.join() });
  const all = plies.length > LISTED ? [...numbers, voice.say('lesson.more')] : numbers;
  return voice.say('lesson.moves', { numbers: listWords(all, voice) });
}

/** `60 seconds`, `3 minutes` */
export const timeWords = ({ voice }: Case, seconds: number): string =>
  seconds <= 90 ? voice.say('lesson.seconds', seconds) : voice.say('lesson.minutes', Math.round(seconds / 60));

/** ` (78 % → 31 %)`, or nothing where that is not known. */
export function turn({ report, voice }: Case, ply: ReviewedPly): string {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  return before === null || after === null ? '' : ` (${chances(before, voice)} → ${chances(after, voice)})`;
}
