import type { ReviewedPly } from '../analysis/review/report.ts';
import { other } from '../chess/position.ts';
import { type Case, isPattern, movesList, shareOf, turn } from './lesson-case.ts';
import {
  allowedMate,
  isSerious,
  missedMate,
  percentAfter,
  percentAtEnd,
  percentBefore,
  standingOf,
} from './review-course.ts';
import { chances, marked, numbered } from './review-move.ts';
import { namesOf } from './review-players.ts';
import { finishOf } from './review-result.ts';

/** Lessons about where a game turned. */

/** Who gives up with chances like these has given up too early. */
const DEFENSIBLE = 30;
/** From here on a game is as good as won. */
const WON = 90;
/** A mate that is further away is not for everybody to see. */
const SHORT_MATE = 3;

export function gaveUp({ report, color }: Case): string | undefined {
  const standing = percentAtEnd(report, color);
  const finish = finishOf(report);
  if (finish.kind !== 'win' || finish.winner === color || standing === null || standing < DEFENSIBLE) return undefined;
  if (finish.by !== 'resignation' && finish.by !== 'abandonment') return undefined;
  return `gave up a game that still offered ${chances(standing)}. Look for a defence once more before giving up.`;
}

export function missedMates({ report, serious }: Case): string | undefined {
  const missed = serious.filter(ply => (missedMate(report, ply) ?? Number.POSITIVE_INFINITY) <= SHORT_MATE);
  const [first] = missed;
  if (!first) return undefined;
  const { best } = first;
  const what = best ? `${numbered(first, [best.san])} was mate` : `instead of ${numbered(first)} there was a mate`;
  const more = missed.length > 1 ? `, the first of ${missed.length} mates missed` : '';
  const quiet = best && !/[+#]/.test(best.san);
  const advice = quiet
    ? 'When attacking, look for mate before anything else.'
    : 'When attacking, look at every check first.';
  return `${what} in ${missedMate(report, first)}${more}. ${advice}`;
}

export function allowedMates({ report, serious }: Case): string | undefined {
  const allowed = serious.filter(
    ply =>
      (allowedMate(report, ply) ?? Number.POSITIVE_INFINITY) <= SHORT_MATE &&
      standingOf(percentBefore(report, ply) ?? 0) !== 'lost',
  );
  const [first] = allowed;
  if (!first) return undefined;
  const more = allowed.length > 1 ? `, the first of ${allowed.length} mates allowed` : '';
  return `${marked(first)} allowed mate in ${allowedMate(report, first)}${more}. Before each move, look at the checks it allows.`;
}

export function winGotAway({ report, color, own }: Case): string | undefined {
  const finish = finishOf(report);
  if (finish.kind === 'open' || (finish.kind === 'win' && finish.winner === color)) return undefined;
  const before = (ply: ReviewedPly) => percentBefore(report, ply) ?? 0;
  const peak = own.findLast(ply => before(ply) >= WON);
  if (!peak) return undefined;
  const last = own.findLast(
    ply => isSerious(ply) && standingOf(before(ply)) === 'won' && standingOf(percentAfter(ply) ?? 100) !== 'won',
  );
  const what =
    last && last.ply >= peak.ply
      ? `a won game got away with ${marked(last)}${turn(report, last)}`
      : `${chances(before(peak))} at move ${peak.moveNumber} was not enough to win`;
  return `${what}. When ahead, look first at what the opponent can still do.`;
}

export function mistakesInReturn({ report, color, serious }: Case): string | undefined {
  const replies = serious.filter(({ ply }) => {
    const before = report.plies[ply - 2];
    return before !== undefined && isSerious(before);
  });
  if (!isPattern(replies, serious)) return undefined;
  return `${shareOf(replies, serious)} came right after one by ${namesOf(report)[other(color)]} (${movesList(replies)}). When a move surprises you, ask what it has left unguarded.`;
}
