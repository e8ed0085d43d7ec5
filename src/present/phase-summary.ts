import { phaseOf, phasesOf } from '../analysis/phases/phases.ts';
import type { ReviewedOpening } from '../analysis/review/report.ts';
import { capital } from '../base/text.ts';
import { type Game, PHASES } from '../chess/game.ts';
import { historyOf, outcomeOf } from '../chess/history.ts';
import { fenOf, type Position } from '../chess/position.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { movesWords, phaseName } from './review-phases.ts';
import { headline } from './review-result.ts';

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
    phases: PHASES.flatMap(phase => {
      const own = plies.filter(ply => ply.phase === phase);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last) return [];
      const book = phase === 'opening' && theory !== undefined ? voice.say('phase.theory', { move: theory }) : '';
      return [`${capital(phaseName({ phases }, phase, voice))}: ${movesWords(first, last, voice)}${book}.`];
    }),
  };
}
