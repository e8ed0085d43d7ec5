import type { Color } from 'chessops/types';
import type { PhaseReview, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { PHASES, type Phase } from '../chess/game.ts';
import { other } from '../chess/position.ts';
import { peopleOf } from '../chess/words.ts';
import { ENGLISH_VOICE, listWords, type ReportVoice } from './catalogue/catalogue.ts';
import {
  clockBefore,
  finishOf,
  lostByClock,
  namesOf,
  openingName,
  secondsTaken,
  type TimeControl,
  timeControlOf,
} from './review-game.ts';
import {
  accuracyText,
  allowedMate,
  chances,
  isSerious,
  marked,
  missedMate,
  numbered,
  percentAfter,
  percentAtEnd,
  percentBefore,
  standingOf,
} from './review-move.ts';
import { endgameOf } from './review-phases.ts';

/**
 * The first that applies is the one a player is told: what decided the game before what was only weak, and what can be
 * changed tomorrow before what takes study.
 */
const LESSONS: readonly Lesson[] = [
  lostOnTime,
  stalemated,
  gaveUp,
  missedMates,
  timeTrouble,
  haste,
  winGotAway,
  mistakesInReturn,
  unpunished,
  allowedMates,
  weakPhase,
  naturalMistakes,
  outOfCharacter,
  worstMove,
];

/**
 * The one thing that each player can learn from this game. Where one lesson with one advice would be told to both, the
 * more accurate player gets the next that applies, if there is one.
 */
export function lessonsOf(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): Record<Color, string> {
  const first = needier(report);
  const [one, two] = [caseOf(report, first, voice), caseOf(report, other(first), voice)];
  const [told] = lessonsFor(one);
  const all = lessonsFor(two);
  const fresh = all.find(({ lesson, advice }) => lesson !== told?.lesson || advice !== told.advice) ?? all[0];
  const [its, others] = [told?.text ?? closing(one), fresh?.text ?? closing(two)];
  return first === 'white' ? { white: its, black: others } : { white: others, black: its };
}

/** Who was less accurate; of two who were equally so, who moved first. */
function needier({ players, plies }: ReviewReport): Color {
  const [white, black] = [players.white.accuracy ?? 0, players.black.accuracy ?? 0];
  if (white === black) return plies[0]?.color ?? 'white';
  return white < black ? 'white' : 'black';
}

function caseOf(report: ReviewReport, color: Color, voice: ReportVoice): Case {
  const own = report.plies.filter(ply => ply.color === color);
  return { report, color, own, serious: own.filter(isSerious), voice };
}

function lessonsFor(one: Case): { lesson: Lesson; text: string; advice: string }[] {
  return LESSONS.flatMap(lesson => {
    const text = lesson(one);
    // Which lesson is told does not depend on the voice.
    return text ? [{ lesson, text, advice: adviceOf(lesson({ ...one, voice: ENGLISH_VOICE }) ?? '') }] : [];
  });
}

/** The last sentence, which names no moves; all of a lesson that has none. */
const adviceOf = (text: string): string => /\. ([A-Z][^.\d]*\.)$/.exec(text)?.[1] ?? text;

/** Where nothing went badly wrong. */
const closing = (one: Case): string => tooShort(one) ?? worstInaccuracy(one) ?? nothingWrong(one);

/** What one player can learn from a game: everything that a lesson looks at. */
interface Case {
  report: ReviewReport;
  color: Color;
  own: ReviewedPly[];
  /** The mistakes and blunders among them. */
  serious: ReviewedPly[];
  voice: ReportVoice;
}

/** The rest of a sentence that begins with the player's name and a colon; undefined where it does not apply. */
type Lesson = (one: Case) => string | undefined;

/** One of a kind may be chance; this is most of what went wrong. */
const isPattern = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  part.length >= 2 && part.length > whole.length / 2;

const worstOf = (plies: readonly ReviewedPly[]): ReviewedPly | undefined =>
  plies.toSorted((a, b) => (b.lost ?? 0) - (a.lost ?? 0))[0];

/** `3 of 4 mistakes and blunders`, `both blunders`, `all 3 mistakes` */
function shareOf(one: Case, part: readonly ReviewedPly[]): string {
  const kinds = (['mistake', 'blunder'] as const).filter(kind =>
    one.serious.some(({ judgement }) => judgement === kind),
  );
  return one.voice.say('lesson.share', part.length, one.serious.length, kinds);
}

const LISTED = 3;

/** `moves 18 and 24`, `moves 18, 24, 30 and more` */
function movesList({ voice }: Case, plies: readonly ReviewedPly[]): string {
  const numbers = plies.slice(0, LISTED).map(({ moveNumber }) => String(moveNumber));
  if (numbers.length < 2) return voice.say('lesson.move', { number: numbers.join() });
  const all = plies.length > LISTED ? [...numbers, voice.say('lesson.more')] : numbers;
  return voice.say('lesson.moves', { numbers: listWords(all, voice) });
}

/** `60 seconds`, `3 minutes` */
const timeWords = ({ voice }: Case, seconds: number): string =>
  seconds <= 90 ? voice.say('lesson.seconds', seconds) : voice.say('lesson.minutes', Math.round(seconds / 60));

/** ` (78 % → 31 %)`, or nothing where that is not known. */
function turn({ report, voice }: Case, ply: ReviewedPly): string {
  const [before, after] = [percentBefore(report, ply), percentAfter(ply)];
  return before === null || after === null ? '' : ` (${chances(before, voice)} → ${chances(after, voice)})`;
}

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

function gaveUp(one: Case): string | undefined {
  const { report, color, voice } = one;
  const standing = percentAtEnd(report, color);
  const finish = finishOf(report);
  if (finish.kind !== 'win' || finish.winner === color || standing === null || standing < DEFENSIBLE) return undefined;
  if (finish.by !== 'resignation' && finish.by !== 'abandonment') return undefined;
  return `${voice.say('lesson.gave-up', { chances: chances(standing, voice) })} ${voice.say('advice.defend')}`;
}

function missedMates(one: Case): string | undefined {
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

function allowedMates(one: Case): string | undefined {
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

function stalemated(one: Case): string | undefined {
  const { report, color, voice } = one;
  const last = report.plies.at(-1);
  if (report.ending !== 'stalemate' || last?.color !== color) return undefined;
  if (standingOf(percentBefore(report, last) ?? 0) !== 'won') return undefined;
  const what = voice.say('lesson.stalemate', { move: marked(last), rest: `${turn(one, last)}${haveLeft(one, last)}` });
  return `${what} ${voice.say('advice.leave-a-move')}`;
}

function winGotAway(one: Case): string | undefined {
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

function unpunished(one: Case): string | undefined {
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

function mistakesInReturn(one: Case): string | undefined {
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

/** Lessons about how a game was played as a whole, and about its clock. */

/** Shares of the time for the game. A player with less than the first is short of time. */
const SHORT = 1 / 10;
/** A move within this was hardly looked at, and with more than that left there was no need: 5 seconds of 10 minutes. */
const HASTY = 1 / 120;
const PLENTY = 1 / 3;

function lostOnTime(one: Case): string | undefined {
  const { report, color, voice } = one;
  const lost = lostByClock(report);
  if (lost?.color !== color) return undefined;
  const stood = chances(lost.standing, voice);
  const what = voice.say(finishOf(report).kind === 'win' ? 'lesson.clock-lost' : 'lesson.clock-decided', { stood });
  return `${what} ${voice.say('advice.faster')}`;
}

function timeTrouble(one: Case): string | undefined {
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

/** `, with 3 seconds left`, or nothing where there was time enough or the clock is unknown. */
function haveLeft(one: Case, ply: ReviewedPly): string {
  const { report, voice } = one;
  const clock = clockBefore(report.plies, ply);
  if (clock === undefined || !isShort(report, ply)) return '';
  return voice.say('lesson.left', { time: timeWords(one, Math.round(clock)) });
}

function haste(one: Case): string | undefined {
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

/** Fewer moves say nothing about a phase; who is as good as this, or not much below their game, has no weak one. */
const PHASE_MOVES = 5;
const GAP = 7;
const WEAK = 85;
/** With fewer judged moves a player cannot be told that they played well. */
const ENOUGH = 5;

/** Half-moves after the end of theory in which theory would have helped. */
const NEAR_THEORY = 8;

function weakPhase(one: Case): string | undefined {
  const { report, color, own, serious, voice } = one;
  const { accuracy: whole, byPhase } = report.players[color];
  const [worst] = PHASES.flatMap(phase => {
    const review: PhaseReview | undefined = byPhase[phase];
    if (!review || review.moves < PHASE_MOVES || review.accuracy === null) return [];
    return [{ phase, accuracy: review.accuracy }];
  }).sort((a, b) => a.accuracy - b.accuracy);
  if (!worst || whole === null || worst.accuracy > WEAK || whole - worst.accuracy < GAP) return undefined;
  const { phase, accuracy } = worst;
  const costly = worstOf(serious.filter(ply => ply.phase === phase));
  const [there, everywhere] = [accuracyText(accuracy, voice), accuracyText(whole, voice)];
  const what = voice.say('lesson.weak', phase, costly && marked(costly), there, everywhere);
  return `${what} ${PRACTICE[phase](one, worstOf(own.filter(ply => ply.phase === phase)))}`;
}

const PRACTICE: Record<Phase, (one: Case, worst: ReviewedPly | undefined) => string> = {
  opening: openingPractice,
  middlegame: ({ voice }) => voice.say('advice.tactics'),
  endgame: ({ report, voice }) => voice.say('advice.practise', { endgame: endgameOf(report, voice) }),
};

function openingPractice(one: Case, worst: ReviewedPly | undefined): string {
  const { voice, report } = one;
  const { opening, plies } = report;
  const last = plies.findLast(({ book }) => book);
  if (worst && worst.ply > (last?.ply ?? 0) + NEAR_THEORY) return voice.say('advice.tactics');
  if (!opening || !last) return voice.say('advice.look-up');
  return voice.say('advice.theory', { move: numbered(last), opening: openingName(opening) });
}

const peopleLike = ({ report, color, voice }: Case): string => peopleOf(report.players[color].rating, voice);

function naturalMistakes(one: Case): string | undefined {
  const { serious, voice } = one;
  const natural = serious.filter(({ labels }) => labels.includes('natural-mistake'));
  const worst = worstOf(natural);
  if (!isPattern(natural, serious) || !worst?.maia) return undefined;
  const what = voice.say('lesson.natural', {
    share: shareOf(one, natural),
    played: voice.share(worst.maia.played),
    people: peopleLike(one),
    move: numbered(worst),
  });
  return worst.best ? `${what} ${voice.say('advice.remember', { move: numbered(worst, [worst.best.san]) })}` : what;
}

function outOfCharacter(one: Case): string | undefined {
  const { serious, voice } = one;
  const odd = serious.filter(({ labels }) => labels.includes('out-of-character'));
  const worst = worstOf(odd);
  if (!isPattern(odd, serious) || !worst) return undefined;
  const told = { share: shareOf(one, odd), people: peopleLike(one), move: numbered(worst) };
  return `${voice.say('lesson.odd', told)} ${voice.say('advice.second-look')}`;
}

/** By what it cost, not by its name: a blunder in a lost position teaches less than an inaccuracy in a level one. */
function worstMove(one: Case): string | undefined {
  const { own, serious, voice } = one;
  const worst = worstOf(own.filter(({ judgement }) => judgement));
  if (!worst || serious.length === 0) return undefined;
  const better = worst.best ? voice.say('lesson.was', { move: numbered(worst, [worst.best.san]) }) : '';
  return voice.say('lesson.worst', { move: `${marked(worst)}${turn(one, worst)}`, better });
}

function tooShort(one: Case): string | undefined {
  // A move that mates has no score of its own, and is no judged move.
  const judged = one.own.filter(({ accuracy, score }) => accuracy !== null && score !== null).length;
  if (judged >= ENOUGH) return undefined;
  return one.voice.say(judged === 0 ? 'lesson.not-evaluated' : 'lesson.too-short');
}

function worstInaccuracy(one: Case): string | undefined {
  const worst = worstOf(one.own.filter(({ judgement }) => judgement === 'inaccuracy'));
  if (!worst) return undefined;
  const { voice } = one;
  const better = worst.best ? voice.say('lesson.was-better', { move: numbered(worst, [worst.best.san]) }) : '';
  return voice.say('lesson.most-to-gain', { move: `${marked(worst)}${turn(one, worst)}`, better });
}

const nothingWrong = ({ voice }: Case): string => voice.say('lesson.nothing-wrong');
