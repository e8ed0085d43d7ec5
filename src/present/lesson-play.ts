import type { PhaseReview, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { PHASES, type Phase } from '../chess/game.ts';
import { peopleOf } from '../chess/words.ts';
import { type Case, isPattern, shareOf, timeWords, turn, worstOf } from './lesson-case.ts';
import { clockBefore, lostByClock, secondsTaken, type TimeControl, timeControlOf } from './review-clocks.ts';
import { accuracyText, chances, marked, numbered } from './review-move.ts';
import { endgameOf } from './review-phases.ts';
import { finishOf, openingName } from './review-result.ts';

/** Lessons about how a game was played as a whole, and about its clock. */

/** Shares of the time for the game. A player with less than the first is short of time. */
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

/** `, with 3 seconds left`, or nothing where there was time enough or the clock is unknown. */
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

/** Fewer moves say nothing about a phase; who is as good as this, or not much below their game, has no weak one. */
const PHASE_MOVES = 5;
const GAP = 7;
const WEAK = 85;
/** With fewer judged moves a player cannot be told that they played well. */
const ENOUGH = 5;

/** Half-moves after the end of theory in which theory would have helped. */
const NEAR_THEORY = 8;

export function weakPhase(one: Case): string | undefined {
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

export function naturalMistakes(one: Case): string | undefined {
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

export function outOfCharacter(one: Case): string | undefined {
  const { serious, voice } = one;
  const odd = serious.filter(({ labels }) => labels.includes('out-of-character'));
  const worst = worstOf(odd);
  if (!isPattern(odd, serious) || !worst) return undefined;
  const told = { share: shareOf(one, odd), people: peopleLike(one), move: numbered(worst) };
  return `${voice.say('lesson.odd', told)} ${voice.say('advice.second-look')}`;
}

/** By what it cost, not by its name: a blunder in a lost position teaches less than an inaccuracy in a level one. */
export function worstMove(one: Case): string | undefined {
  const { own, serious, voice } = one;
  const worst = worstOf(own.filter(({ judgement }) => judgement));
  if (!worst || serious.length === 0) return undefined;
  const better = worst.best ? voice.say('lesson.was', { move: numbered(worst, [worst.best.san]) }) : '';
  return voice.say('lesson.worst', { move: `${marked(worst)}${turn(one, worst)}`, better });
}

export function tooShort(one: Case): string | undefined {
  // A move that mates has no score of its own, and is no judged move.
  const judged = one.own.filter(({ accuracy, score }) => accuracy !== null && score !== null).length;
  if (judged >= ENOUGH) return undefined;
  return one.voice.say(judged === 0 ? 'lesson.not-evaluated' : 'lesson.too-short');
}

export function worstInaccuracy(one: Case): string | undefined {
  const worst = worstOf(one.own.filter(({ judgement }) => judgement === 'inaccuracy'));
  if (!worst) return undefined;
  const { voice } = one;
  const better = worst.best ? voice.say('lesson.was-better', { move: numbered(worst, [worst.best.san]) }) : '';
  return voice.say('lesson.most-to-gain', { move: `${marked(worst)}${turn(one, worst)}`, better });
}

export const nothingWrong = ({ voice }: Case): string => voice.say('lesson.nothing-wrong');
