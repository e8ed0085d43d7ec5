import { COLORS, type Color } from 'chessops/types';
import { phaseOf, phasesOf } from '../analysis/phases/phases.ts';
import type { ReviewedOpening, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital } from '../base/text.ts';
import { type Game, PHASES, type Phase } from '../chess/game.ts';
import { historyOf, outcomeOf } from '../chess/history.ts';
import { fenOf, type Position } from '../chess/position.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { finishOf, headline, namesOf } from './review-game.ts';
import { accuracyText, chances, ownPercentage, standingOf } from './review-move.ts';

/** A smaller difference in accuracy counts as none. */
const SAME = 3;

/** `rook endgame` */
export const endgameOf = ({ phases }: Pick<ReviewReport, 'phases'>, voice: ReportVoice = ENGLISH_VOICE): string =>
  voice.say(`endgame.${phases.endgameType ?? 'Endgame'}`);

/** `opening`, `rook endgame` */
export const phaseName = (
  report: Pick<ReviewReport, 'phases'>,
  phase: Phase,
  voice: ReportVoice = ENGLISH_VOICE,
): string => (phase === 'endgame' ? endgameOf(report, voice) : voice.say(`phase.${phase}`));

/** The phases that were played, each with its first and its last half-move. */
export const phasesPlayed = <P extends { phase: Phase }>(plies: readonly P[]): { phase: Phase; first: P; last: P }[] =>
  PHASES.flatMap(phase => {
    const [first, last] = [plies.find(ply => ply.phase === phase), plies.findLast(ply => ply.phase === phase)];
    return first && last ? [{ phase, first, last }] : [];
  });

/** A line for each phase that was played: who was more accurate, and who stood better when it was over. */
export function phaseWords(report: ReviewReport, voice: ReportVoice = ENGLISH_VOICE): string[] {
  return phasesPlayed(report.plies).map(({ phase, first, last }) => {
    const name = phaseName(report, phase, voice);
    const accuracies = accuracyWords(report, phase, voice);
    const rest = accuracies
      ? withOutcome(accuracies, report, last, leaderOf(report, phase), voice)
      : voice.say('phase.not-evaluated');
    return `${capital(name)} (${movesWords(first, last, voice)}): ${rest}.`;
  });
}

type Numbered = Pick<ReviewedPly, 'moveNumber'>;

/** `moves 5–15`, `move 5` */
const movesWords = (first: Numbered, last: Numbered, voice: ReportVoice = ENGLISH_VOICE): string =>
  first.moveNumber === last.moveNumber
    ? voice.say('phase.move', { number: first.moveNumber })
    : voice.say('phase.moves', { first: first.moveNumber, last: last.moveNumber });

const accuracyOf = ({ players }: ReviewReport, color: Color, phase: Phase): number | null =>
  players[color].byPhase[phase]?.accuracy ?? null;

/** Who played a phase better; undefined where both did as well, or one of them cannot be judged. */
function leaderOf(report: ReviewReport, phase: Phase): Color | undefined {
  const [white, black] = COLORS.map(color => accuracyOf(report, color, phase));
  if (white == null || black == null || Math.abs(white - black) < SAME) return undefined;
  return white > black ? 'white' : 'black';
}

function accuracyWords(report: ReviewReport, phase: Phase, voice: ReportVoice): string | undefined {
  const [names, leader] = [namesOf(report, voice), leaderOf(report, phase)];
  const shown = (color: Color) => {
    const accuracy = accuracyOf(report, color, phase);
    return accuracy === null ? undefined : accuracyText(accuracy, voice);
  };
  const [white, black] = [shown('white'), shown('black')];
  if (white && black) {
    if (leader === 'white') return voice.say('phase.more-accurate', { name: names.white, own: white, other: black });
    if (leader === 'black') return voice.say('phase.more-accurate', { name: names.black, own: black, other: white });
    return white === black
      ? voice.say('phase.same-accuracy', { both: white })
      : voice.say('phase.equal-accuracy', { white, black });
  }
  const [only] = COLORS.filter(color => shown(color));
  return only && `${names[only]} ${shown(only)}`;
}

/** With how the game stood after a phase. What stood at the end of the game is its result, unless it has none. */
function withOutcome(
  accuracies: string,
  report: ReviewReport,
  last: ReviewedPly,
  leader: Color | undefined,
  voice: ReportVoice,
): string {
  const over = last.ply === report.plies.length && finishOf(report).kind !== 'open';
  if (over || last.winPercent === null) return accuracies;
  const ahead = last.winPercent >= 50 ? 'white' : 'black';
  const own = ownPercentage(last.winPercent, ahead);
  const standing = standingOf(own);
  if (standing === 'level') return voice.say('phase.level', { accuracies });
  const stood = voice.say(standing === 'won' ? 'phase.winning' : 'phase.better', { chances: chances(own, voice) });
  if (leader === ahead) return voice.say('phase.and', { accuracies, stood });
  const name = namesOf(report, voice)[ahead];
  return voice.say(leader ? 'phase.but' : 'phase.semicolon', { accuracies, name, stood });
}

/** What can be said of a game that no engine has looked at. */
interface PhaseSummary {
  headline: string;
  /** A line for each phase that was played. */
  phases: string[];
}

interface Theory {
  opening: ReviewedOpening | null;
  /** The last half-move that is theory; 0: none is. */
  lastBookPly: number;
}

export function phaseSummary(
  { game, headers }: { game: Game; headers: Record<string, string> },
  { opening, lastBookPly }: Theory,
  voice: ReportVoice = ENGLISH_VOICE,
): PhaseSummary {
  const phases = phasesOf(game, lastBookPly);
  const plies = game.moves.map((_, index) => {
    const [before, after] = [game.positions[index] as Position, game.positions[index + 1] as Position];
    const { turn: color, fullmoves: moveNumber } = before;
    return { color, moveNumber, fen: fenOf(after), phase: phaseOf(moveNumber, phases) };
  });
  const start = fenOf(game.positions[0] as Position);
  const theory = plies[lastBookPly - 1]?.moveNumber;
  return {
    headline: headline({ headers, plies, start, opening, ending: outcomeOf(historyOf(game)) ?? null }, voice),
    phases: phasesPlayed(plies).map(({ phase, first, last }) => {
      const book = phase === 'opening' && theory !== undefined ? voice.say('phase.theory', { move: theory }) : '';
      return `${capital(phaseName({ phases }, phase, voice))}: ${movesWords(first, last, voice)}${book}.`;
    }),
  };
}
