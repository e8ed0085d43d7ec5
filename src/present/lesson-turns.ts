import type { ReviewedPly } from '../analysis/review/report.ts';
import { other } from '../chess/position.ts';
import { type Case, isPattern, movesList, shareOf, turn, worstOf } from './lesson-case.ts';
import { haveLeft } from './lesson-clock.ts';
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
/** A game is won by who stands so for this many moves of their own in a row; less is a chance that came and went. */
const WON_FOR = 3;
/** Below this a win is gone. It is where the moves that decided a game draw the line, too. */
const WINNING = 70;
/** Below this there is not even an advantage. */
const LEVEL = 60;
/** A mate that is further away is not for everybody to see. */
const SHORT_MATE = 3;

const SURPRISED = 'When a move surprises you, ask what it has left unguarded.';

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

/** Not where a game was won, or nobody knows how it ended. */
function failedToWin({ report, color }: Case): boolean {
  const finish = finishOf(report);
  return finish.kind === 'draw' || (finish.kind === 'win' && finish.winner !== color);
}

export function stalemated({ report, color }: Case): string | undefined {
  const last = report.plies.at(-1);
  if (report.ending !== 'stalemate' || last?.color !== color) return undefined;
  if (standingOf(percentBefore(report, last) ?? 0) !== 'won') return undefined;
  return `${marked(last)} was stalemate${turn(report, last)}${haveLeft(report, last)}. When far ahead, make sure that the opponent still has a move.`;
}

export function winGotAway(one: Case): string | undefined {
  const { report, own } = one;
  const before = (ply: ReviewedPly) => percentBefore(report, ply) ?? 0;
  const after = (ply: ReviewedPly) => percentAfter(ply) ?? 100;
  const isWon = (ply: ReviewedPly) => standingOf(before(ply)) === 'won';
  const wonUntil = own.findLastIndex((_, at) => at + 1 >= WON_FOR && own.slice(at + 1 - WON_FOR, at + 1).every(isWon));
  if (wonUntil < 0 || !failedToWin(one)) return undefined;
  const gone = own.findIndex((ply, at) => at >= wonUntil && after(ply) < LEVEL);
  const last = own
    .slice(wonUntil, gone + 1)
    .findLast(ply => isSerious(ply) && before(ply) >= WINNING && after(ply) < WINNING);
  const [peak] = own.slice(wonUntil + 1 - WON_FOR, wonUntil + 1).sort((a, b) => before(b) - before(a));
  if (!peak) return undefined;
  const what = last
    ? `a won game got away with ${marked(last)}${turn(report, last)}`
    : `${chances(before(peak))} at move ${peak.moveNumber} was not enough to win`;
  return `${what}. When ahead, look first at what the opponent can still do.`;
}

export function unpunished(one: Case): string | undefined {
  const { report, serious } = one;
  const missed = worstOf(
    serious.filter(ply => {
      const [gift, before, after] = [report.plies[ply.ply - 2], percentBefore(report, ply), percentAfter(ply)];
      if (!gift || !isSerious(gift) || before === null || after === null) return false;
      const isNew = standingOf(100 - (percentBefore(report, gift) ?? 0)) !== 'won';
      return isNew && standingOf(before) === 'won' && after < WINNING;
    }),
  );
  const gift = missed && report.plies[missed.ply - 2];
  if (!gift || !failedToWin(one)) return undefined;
  const better = missed.best ? `: ${numbered(missed, [missed.best.san])} was best` : '';
  return `${marked(missed)} did not punish ${marked(gift)}${turn(report, missed)}${better}. ${SURPRISED}`;
}

export function mistakesInReturn({ report, color, serious }: Case): string | undefined {
  const replies = serious.filter(({ ply }) => {
    const before = report.plies[ply - 2];
    return before !== undefined && isSerious(before);
  });
  if (!isPattern(replies, serious)) return undefined;
  return `${shareOf(replies, serious)} came right after one by ${namesOf(report)[other(color)]} (${movesList(replies)}). ${SURPRISED}`;
}
