import type { ReviewedPly } from '../analysis/review/report.ts';
import { other } from '../chess/position.ts';
import { type Case, isPattern, movesList, shareOf, turn, worstOf } from './lesson-case.ts';
import { haveLeft } from './lesson-play.ts';
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
/** Most players do not see a mate that is further away. */
const SHORT_MATE = 3;

export function gaveUp(one: Case): string | undefined {
  const { report, color, voice } = one;
  const standing = percentAtEnd(report, color);
  const finish = finishOf(report);
  if (finish.kind !== 'win' || finish.winner === color || standing === null || standing < DEFENSIBLE) return undefined;
  if (finish.by !== 'resignation' && finish.by !== 'abandonment') return undefined;
  return `${voice.say('lesson.gave-up', { chances: chances(standing, voice) })} ${voice.say('advice.defend')}`;
}

export function missedMates(one: Case): string | undefined {
  const { report, serious, voice } = one;
  const missed = serious.filter(ply => (missedMate(report, ply) ?? Number.POSITIVE_INFINITY) <= SHORT_MATE);
  const [first] = missed;
  const mate = first && missedMate(report, first);
  if (!first || mate === undefined) return undefined;
  const { best } = first;
  const what = best
    ? voice.say('lesson.was-mate', { move: numbered(first, [best.san]), mate })
    : voice.say('lesson.there-was-mate', { move: numbered(first), mate });
  const more = missed.length > 1 ? voice.say('lesson.first-missed', { mates: missed.length }) : '';
  const quiet = best && !/[+#]/.test(best.san);
  return `${what}${more}. ${voice.say(quiet ? 'advice.mate-first' : 'advice.checks-first')}`;
}

export function allowedMates(one: Case): string | undefined {
  const { report, serious, voice } = one;
  const allowed = serious.filter(
    ply =>
      (allowedMate(report, ply) ?? Number.POSITIVE_INFINITY) <= SHORT_MATE &&
      standingOf(percentBefore(report, ply) ?? 0) !== 'lost',
  );
  const [first] = allowed;
  const mate = first && allowedMate(report, first);
  if (!first || mate === undefined) return undefined;
  const what = voice.say('lesson.allowed', { move: marked(first), mate });
  const more = allowed.length > 1 ? voice.say('lesson.first-allowed', { mates: allowed.length }) : '';
  return `${what}${more}. ${voice.say('advice.checks-allowed')}`;
}

/** Drawn or lost; not where the end of the game is unknown. */
function failedToWin({ report, color }: Case): boolean {
  const finish = finishOf(report);
  return finish.kind === 'draw' || (finish.kind === 'win' && finish.winner !== color);
}

export function stalemated(one: Case): string | undefined {
  const { report, color, voice } = one;
  const last = report.plies.at(-1);
  if (report.ending !== 'stalemate' || last?.color !== color) return undefined;
  if (standingOf(percentBefore(report, last) ?? 0) !== 'won') return undefined;
  const what = voice.say('lesson.stalemate', { move: marked(last), rest: `${turn(one, last)}${haveLeft(one, last)}` });
  return `${what} ${voice.say('advice.leave-a-move')}`;
}

export function winGotAway(one: Case): string | undefined {
  const { report, own, voice } = one;
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
    ? voice.say('lesson.got-away', { move: `${marked(last)}${turn(one, last)}` })
    : voice.say('lesson.not-enough', { chances: chances(before(peak), voice), number: peak.moveNumber });
  return `${what} ${voice.say('advice.when-ahead')}`;
}

export function unpunished(one: Case): string | undefined {
  const { report, serious, voice } = one;
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
  const better = missed.best ? voice.say('lesson.was', { move: numbered(missed, [missed.best.san]) }) : '';
  const told = { missed: marked(missed), gift: marked(gift), turn: turn(one, missed), better };
  return `${voice.say('lesson.unpunished', told)} ${voice.say('advice.surprised')}`;
}

export function mistakesInReturn(one: Case): string | undefined {
  const { report, color, serious, voice } = one;
  const replies = serious.filter(({ ply }) => {
    const before = report.plies[ply - 2];
    return before !== undefined && isSerious(before);
  });
  if (!isPattern(replies, serious)) return undefined;
  const name = namesOf(report, voice)[other(color)];
  const told = { share: shareOf(one, replies), name, moves: movesList(one, replies) };
  return `${voice.say('lesson.in-return', told)} ${voice.say('advice.surprised')}`;
}
