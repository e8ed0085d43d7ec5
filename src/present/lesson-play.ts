import type { PhaseReview, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { PHASES, type Phase } from '../chess/phase.ts';
import { peopleOf, shareText } from '../chess/words.ts';
import { type Case, isPattern, shareOf, turn, worstOf } from './lesson-case.ts';
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

export function weakPhase({ report, color, own, serious }: Case): string | undefined {
  const { accuracy: whole, byPhase } = report.players[color];
  const [worst] = PHASES.flatMap(phase => {
    const review: PhaseReview | undefined = byPhase[phase];
    if (!review || review.moves < PHASE_MOVES || review.accuracy === null) return [];
    return [{ phase, accuracy: review.accuracy }];
  }).sort((a, b) => a.accuracy - b.accuracy);
  if (!worst || whole === null || worst.accuracy > WEAK || whole - worst.accuracy < GAP) return undefined;
  const costly = worstOf(serious.filter(({ phase }) => phase === worst.phase));
  const example = costly ? `, most of all ${marked(costly)}` : '';
  return `the ${worst.phase} was the weak part${example}: ${accuracyText(worst.accuracy)} accuracy there, ${accuracyText(whole)} in the whole game. ${PRACTICE[worst.phase](report, worstOf(own.filter(({ phase }) => phase === worst.phase)))}`;
}

const TACTICS = 'Tactics puzzles are good practice.';

const PRACTICE: Record<Phase, (report: ReviewReport, worst: ReviewedPly | undefined) => string> = {
  opening: openingPractice,
  middlegame: () => TACTICS,
  endgame: report => `Worth practising: the ${endgameOf(report)}.`,
};

function openingPractice({ opening, plies }: ReviewReport, worst: ReviewedPly | undefined): string {
  const last = plies.findLast(({ book }) => book);
  if (worst && worst.ply > (last?.ply ?? 0) + NEAR_THEORY) return TACTICS;
  if (!opening || !last) return 'Look up how others play it.';
  return `Theory ended with ${numbered(last)}: look up how the ${openingName(opening)} goes on.`;
}

export function naturalMistakes({ report, color, serious }: Case): string | undefined {
  const natural = serious.filter(({ labels }) => labels.includes('natural-mistake'));
  const worst = worstOf(natural);
  if (!isPattern(natural, serious) || !worst?.maia) return undefined;
  const people = peopleOf(report.players[color].rating);
  const better = worst.best ? ` Remember ${numbered(worst, [worst.best.san])} instead.` : '';
  return `${shareOf(natural, serious)} came naturally: ${shareText(worst.maia.played)} of ${people} play ${numbered(worst)}, too.${better}`;
}

export function outOfCharacter({ report, color, serious }: Case): string | undefined {
  const odd = serious.filter(({ labels }) => labels.includes('out-of-character'));
  const worst = worstOf(odd);
  if (!isPattern(odd, serious) || !worst) return undefined;
  const people = peopleOf(report.players[color].rating);
  return `${shareOf(odd, serious)} were out of character: hardly any ${people} play ${numbered(worst)}. A second look before moving helps more here than study.`;
}

/** By what it cost, not by its name: a blunder in a lost position teaches less than an inaccuracy in a level one. */
export function worstMove({ report, own, serious }: Case): string | undefined {
  const worst = worstOf(own.filter(({ judgement }) => judgement));
  if (!worst || serious.length === 0) return undefined;
  const better = worst.best ? `: ${numbered(worst, [worst.best.san])} was best` : '';
  return `the move to remember is ${marked(worst)}${turn(report, worst)}${better}.`;
}

export function tooShort({ own }: Case): string | undefined {
  // A move that mates needs nobody to judge it.
  const judged = own.filter(({ accuracy, score }) => accuracy !== null && score !== null).length;
  if (judged >= ENOUGH) return undefined;
  return judged === 0 ? 'nothing here has been evaluated.' : 'too short a game to learn much from.';
}

export function worstInaccuracy({ report, own }: Case): string | undefined {
  const worst = worstOf(own.filter(({ judgement }) => judgement === 'inaccuracy'));
  if (!worst) return undefined;
  const better = worst.best ? `: ${numbered(worst, [worst.best.san])} was better` : '';
  return `no mistakes. There was most to gain at ${marked(worst)}${turn(report, worst)}${better}.`;
}

export const nothingWrong = (): string => 'no inaccuracies, mistakes or blunders: nothing to mend here.';
