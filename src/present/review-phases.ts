import { COLORS, type Color } from 'chessops/types';
import type { EndgameType } from '../analysis/phases/endgames.ts';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { PHASES, type Phase } from '../chess/phase.ts';
import { other } from '../chess/position.ts';
import { capital } from '../chess/words.ts';
import { ownPercentage, standingOf } from './review-course.ts';
import { accuracyText, chances } from './review-move.ts';
import { namesOf } from './review-players.ts';
import { finishOf } from './review-result.ts';

/** A difference in accuracy that nobody should be told apart by. */
const SAME = 3;

/** Endgames as people speak of them. */
const ENDGAMES: Record<EndgameType, string> = {
  Pawn: 'pawn endgame',
  'Minor Piece': 'minor-piece endgame',
  'Two Minor Piece': 'endgame with two minor pieces each',
  'Rook + Two Minor Piece': 'endgame with rook and two minor pieces each',
  'Rook vs Rook (Unequal Minors)': 'rook endgame with unequal minor pieces',
  'Rook vs Minor Piece': 'endgame of rook against minor piece',
  Rook: 'rook endgame',
  'Double Rook': 'double-rook endgame',
  'Rook + Minor Piece': 'endgame with rooks and minor pieces',
  'Heavy Piece': 'heavy-piece endgame',
  'Asymmetric Heavy Piece': 'heavy-piece endgame with unequal material',
  Queen: 'queen endgame',
  'Queen + Two Minor Piece': 'endgame with queen and two minor pieces each',
  // Often no more than the middle of an exchange: a move later it would be untrue.
  'Strong Material Imbalance': 'endgame',
  Endgame: 'endgame',
  Transitional: 'endgame with queens',
};

/** `rook endgame` */
export const endgameOf = ({ phases }: Pick<ReviewReport, 'phases'>): string =>
  ENDGAMES[phases.endgameType ?? 'Endgame'];

/** A line for each phase that was played: who was more accurate, and who stood better when it was over. */
export function phaseWords(report: ReviewReport): string[] {
  return PHASES.flatMap(phase => {
    const plies = report.plies.filter(ply => ply.phase === phase);
    const [first, last] = [plies[0], plies.at(-1)];
    if (!first || !last) return [];
    const name = phase === 'endgame' ? endgameOf(report) : phase;
    const accuracies = accuracyWords(report, phase);
    const rest = accuracies ? `${accuracies}${outcomeWords(report, last, leaderOf(report, phase))}` : 'not evaluated';
    return [`${capital(name)} (${movesWords(first, last)}): ${rest}.`];
  });
}

type Numbered = Pick<ReviewedPly, 'moveNumber'>;

/** `moves 5–15`, `move 5` */
export const movesWords = (first: Numbered, last: Numbered): string =>
  first.moveNumber === last.moveNumber ? `move ${first.moveNumber}` : `moves ${first.moveNumber}–${last.moveNumber}`;

const accuracyOf = ({ players }: ReviewReport, color: Color, phase: Phase): number | null =>
  players[color].byPhase[phase]?.accuracy ?? null;

/** Who played a phase better; undefined where both did as well, or one of them cannot be judged. */
function leaderOf(report: ReviewReport, phase: Phase): Color | undefined {
  const [white, black] = COLORS.map(color => accuracyOf(report, color, phase));
  if (white == null || black == null || Math.abs(white - black) < SAME) return undefined;
  return white > black ? 'white' : 'black';
}

function accuracyWords(report: ReviewReport, phase: Phase): string | undefined {
  const names = namesOf(report);
  const leader = leaderOf(report, phase);
  const shown = (color: Color) => {
    const accuracy = accuracyOf(report, color, phase);
    return accuracy === null ? undefined : accuracyText(accuracy);
  };
  if (leader) return `${names[leader]} was more accurate, ${shown(leader)} to ${shown(other(leader))}`;
  const [white, black] = [shown('white'), shown('black')];
  if (white && black) return `about equally accurate, ${white === black ? `both ${white}` : `${white} and ${black}`}`;
  const [only] = COLORS.filter(color => shown(color));
  return only && `${names[only]} ${shown(only)}`;
}

/** How the game stood after a phase. What stood at the end of the game is its result, unless it has none. */
function outcomeWords(report: ReviewReport, last: ReviewedPly, leader: Color | undefined): string {
  const over = last.ply === report.plies.length && finishOf(report).kind !== 'open';
  if (over || last.winPercent === null) return '';
  const ahead = last.winPercent >= 50 ? 'white' : 'black';
  const own = ownPercentage(last.winPercent, ahead);
  const standing = standingOf(own);
  if (standing === 'level') return '; level afterwards';
  const stood = `${standing === 'won' ? 'was winning' : 'stood better'} afterwards (${chances(own)})`;
  if (leader === ahead) return `, and ${stood}`;
  return `${leader ? ', but' : ';'} ${namesOf(report)[ahead]} ${stood}`;
}
