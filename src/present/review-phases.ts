import { COLORS, type Color } from 'chessops/types';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital } from '../base/text.ts';
import { PHASES, type Phase } from '../chess/game.ts';
import type { Language, Tongue } from '../chess/tongue.ts';
import { ENGLISH } from '../chess/words.ts';
import { PHASE_WORDS } from './phrases/phases.ts';
import { ownPercentage, standingOf } from './review-course.ts';
import { accuracyText, chances } from './review-move.ts';
import { namesOf } from './review-players.ts';
import { finishOf } from './review-result.ts';

/** A difference in accuracy that nobody should be told apart by. */
const SAME = 3;

/** `rook endgame` */
export const endgameOf = ({ phases }: Pick<ReviewReport, 'phases'>, language: Language = 'en'): string =>
  PHASE_WORDS[language].endgames[phases.endgameType ?? 'Endgame'];

/** `opening`, `rook endgame` */
export const phaseName = (report: Pick<ReviewReport, 'phases'>, phase: Phase, language: Language = 'en'): string =>
  phase === 'endgame' ? endgameOf(report, language) : PHASE_WORDS[language].names[phase];

/** A line for each phase that was played: who was more accurate, and who stood better when it was over. */
export function phaseWords(report: ReviewReport, tongue: Tongue = ENGLISH): string[] {
  const { language } = tongue;
  return PHASES.flatMap(phase => {
    const plies = report.plies.filter(ply => ply.phase === phase);
    const [first, last] = [plies[0], plies.at(-1)];
    if (!first || !last) return [];
    const name = phaseName(report, phase, language);
    const accuracies = accuracyWords(report, phase, tongue);
    const rest = accuracies
      ? `${accuracies}${outcomeWords(report, last, leaderOf(report, phase), tongue)}`
      : PHASE_WORDS[language].notEvaluated;
    return [`${capital(name)} (${movesWords(first, last, language)}): ${rest}.`];
  });
}

type Numbered = Pick<ReviewedPly, 'moveNumber'>;

/** `moves 5–15`, `move 5` */
export const movesWords = (first: Numbered, last: Numbered, language: Language = 'en'): string =>
  first.moveNumber === last.moveNumber
    ? PHASE_WORDS[language].move(first.moveNumber)
    : PHASE_WORDS[language].moves(first.moveNumber, last.moveNumber);

const accuracyOf = ({ players }: ReviewReport, color: Color, phase: Phase): number | null =>
  players[color].byPhase[phase]?.accuracy ?? null;

/** Who played a phase better; undefined where both did as well, or one of them cannot be judged. */
function leaderOf(report: ReviewReport, phase: Phase): Color | undefined {
  const [white, black] = COLORS.map(color => accuracyOf(report, color, phase));
  if (white == null || black == null || Math.abs(white - black) < SAME) return undefined;
  return white > black ? 'white' : 'black';
}

function accuracyWords(report: ReviewReport, phase: Phase, tongue: Tongue): string | undefined {
  const { language } = tongue;
  const [names, words, leader] = [namesOf(report, language), PHASE_WORDS[language], leaderOf(report, phase)];
  const shown = (color: Color) => {
    const accuracy = accuracyOf(report, color, phase);
    return accuracy === null ? undefined : accuracyText(accuracy, tongue);
  };
  const [white, black] = [shown('white'), shown('black')];
  if (white && black) {
    const [own, others] = leader === 'black' ? [black, white] : [white, black];
    if (leader) return words.moreAccurate(names[leader], own, others);
    return white === black ? words.sameAccuracy(white) : words.equalAccuracy(white, black);
  }
  const [only] = COLORS.filter(color => shown(color));
  return only && `${names[only]} ${shown(only)}`;
}

/** How the game stood after a phase. What stood at the end of the game is its result, unless it has none. */
function outcomeWords(report: ReviewReport, last: ReviewedPly, leader: Color | undefined, tongue: Tongue): string {
  const over = last.ply === report.plies.length && finishOf(report).kind !== 'open';
  if (over || last.winPercent === null) return '';
  const words = PHASE_WORDS[tongue.language];
  const ahead = last.winPercent >= 50 ? 'white' : 'black';
  const own = ownPercentage(last.winPercent, ahead);
  const standing = standingOf(own);
  if (standing === 'level') return words.level;
  const stood = (standing === 'won' ? words.winning : words.better)(chances(own, tongue));
  if (leader === ahead) return words.and(stood);
  const name = namesOf(report, tongue.language)[ahead];
  return leader ? words.but(name, stood) : words.semicolon(name, stood);
}
