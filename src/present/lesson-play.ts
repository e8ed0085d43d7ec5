import type { PhaseReview, ReviewedPly } from '../analysis/review/report.ts';
import { PHASES, type Phase } from '../chess/game.ts';
import { peopleOf } from '../chess/words.ts';
import { type Case, isPattern, shareOf, turn, wordsOf, worstOf } from './lesson-case.ts';
import { accuracyText, marked, numbered } from './review-move.ts';
import { endgameOf } from './review-phases.ts';
import { openingName } from './review-result.ts';

/** Lessons about how a game was played as a whole. */

/** Fewer moves say nothing about a phase; who is as good as this, or not much below their game, has no weak one. */
const PHASE_MOVES = 5;
const GAP = 7;
const WEAK = 85;
/** Judged moves below which nobody can be told that they played well. */
const ENOUGH = 5;

/** Half-moves after the end of theory in which theory would have helped. */
const NEAR_THEORY = 8;

export function weakPhase(one: Case): string | undefined {
  const { report, color, own, serious, tongue } = one;
  const { accuracy: whole, byPhase } = report.players[color];
  const [worst] = PHASES.flatMap(phase => {
    const review: PhaseReview | undefined = byPhase[phase];
    if (!review || review.moves < PHASE_MOVES || review.accuracy === null) return [];
    return [{ phase, accuracy: review.accuracy }];
  }).sort((a, b) => a.accuracy - b.accuracy);
  if (!worst || whole === null || worst.accuracy > WEAK || whole - worst.accuracy < GAP) return undefined;
  const { phase, accuracy } = worst;
  const costly = worstOf(serious.filter(ply => ply.phase === phase));
  const [there, everywhere] = [accuracyText(accuracy, tongue), accuracyText(whole, tongue)];
  const what = wordsOf(one).weak(phase, costly && marked(costly), there, everywhere);
  return `${what} ${PRACTICE[phase](one, worstOf(own.filter(ply => ply.phase === phase)))}`;
}

const PRACTICE: Record<Phase, (one: Case, worst: ReviewedPly | undefined) => string> = {
  opening: openingPractice,
  middlegame: one => wordsOf(one).advice.tactics,
  endgame: one => wordsOf(one).advice.practise(endgameOf(one.report, one.tongue.language)),
};

function openingPractice(one: Case, worst: ReviewedPly | undefined): string {
  const [{ opening, plies }, { advice }] = [one.report, wordsOf(one)];
  const last = plies.findLast(({ book }) => book);
  if (worst && worst.ply > (last?.ply ?? 0) + NEAR_THEORY) return advice.tactics;
  if (!opening || !last) return advice.lookUp;
  return advice.theory(numbered(last), openingName(opening));
}

const peopleLike = ({ report, color, tongue }: Case): string => peopleOf(report.players[color].rating, tongue.language);

export function naturalMistakes(one: Case): string | undefined {
  const { serious, tongue } = one;
  const natural = serious.filter(({ labels }) => labels.includes('natural-mistake'));
  const worst = worstOf(natural);
  if (!isPattern(natural, serious) || !worst?.maia) return undefined;
  const words = wordsOf(one);
  const share = tongue.share(worst.maia.played);
  const what = words.natural(shareOf(one, natural), share, peopleLike(one), numbered(worst));
  return worst.best ? `${what} ${words.advice.remember(numbered(worst, [worst.best.san]))}` : what;
}

export function outOfCharacter(one: Case): string | undefined {
  const { serious } = one;
  const odd = serious.filter(({ labels }) => labels.includes('out-of-character'));
  const worst = worstOf(odd);
  if (!isPattern(odd, serious) || !worst) return undefined;
  const words = wordsOf(one);
  return `${words.odd(shareOf(one, odd), peopleLike(one), numbered(worst))} ${words.advice.secondLook}`;
}

/** By what it cost, not by its name: a blunder in a lost position teaches less than an inaccuracy in a level one. */
export function worstMove(one: Case): string | undefined {
  const { own, serious } = one;
  const worst = worstOf(own.filter(({ judgement }) => judgement));
  if (!worst || serious.length === 0) return undefined;
  const words = wordsOf(one);
  const better = worst.best ? words.was(numbered(worst, [worst.best.san])) : '';
  return words.worst(`${marked(worst)}${turn(one, worst)}`, better);
}

export function tooShort(one: Case): string | undefined {
  // A move that mates needs nobody to judge it.
  const judged = one.own.filter(({ accuracy, score }) => accuracy !== null && score !== null).length;
  if (judged >= ENOUGH) return undefined;
  return judged === 0 ? wordsOf(one).notEvaluated : wordsOf(one).tooShort;
}

export function worstInaccuracy(one: Case): string | undefined {
  const worst = worstOf(one.own.filter(({ judgement }) => judgement === 'inaccuracy'));
  if (!worst) return undefined;
  const words = wordsOf(one);
  const better = worst.best ? words.wasBetter(numbered(worst, [worst.best.san])) : '';
  return words.mostToGain(`${marked(worst)}${turn(one, worst)}`, better);
}

export const nothingWrong = (one: Case): string => wordsOf(one).nothingWrong;
