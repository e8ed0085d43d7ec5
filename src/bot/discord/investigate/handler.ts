import { COLORS } from 'chessops/types';
import { z } from 'zod';
import { DEFAULTS, PARAMETERS } from '../../../analysis/investigation/params.ts';
import type { InvestigationReport } from '../../../analysis/investigation/report.ts';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { clamped } from '../../../base/bounds.ts';
import { GameInput, type JobOf, rating } from '../../../service/jobs.ts';
import { jobOptions, type ReportHandler } from '../core/context.ts';
import type { Requester } from '../core/requester.ts';
import { lookOf, overview, readWay, showBranch } from './reply.ts';

/** Why the natural moves do not work somewhere. */

const investigateQuestion = GameInput.extend({
  rating,
  /** A move that is asked about, in UCI. */
  move: z.string().max(5).nullable(),
  /** Whose side of the board is below; by default the side to move. */
  side: z.enum(COLORS).optional(),
});
type InvestigateQuestion = z.infer<typeof investigateQuestion>;

export const investigateHandler: ReportHandler<InvestigateQuestion> = {
  kind: 'investigate',
  question: investigateQuestion,
  run: (question, session, context, requester) =>
    context.service.runPacked(jobOf(question, requester), jobOptions(requester.user, session)),
  async show(id, { report, question }, state, requester) {
    const investigation = report as InvestigationReport;
    const way = readWay(investigation, state);
    const { moves, side } = investigateQuestion.parse(question);
    const look = lookOf(requester, side);
    return way
      ? showBranch(id, investigation, way, look, requester)
      : overview(id, investigation, moves.at(-1), look, requester);
  },
  derivesFromReport: true,
  derive: (stored, wish) =>
    stored.kind === 'review' ? fromReview(stored.report as ReviewReport, Number(wish)) : undefined,
};

/**
 * As deep as the server wants it, as far as an investigation can: at 16 it takes four to twelve seconds on two cores.
 */
function jobOf({ fen, moves, rating, move }: InvestigateQuestion, { settings }: Requester): JobOf<'investigate'> {
  const deep = clamped(settings.depth, PARAMETERS.deep);
  return {
    kind: 'investigate',
    input: { fen, moves },
    params: { ...DEFAULTS, deep, rating, move },
    deterministic: false,
    cache: true,
  };
}

/** The position before a half-move of a game, and why that was wrong. */
function fromReview({ start, plies, players }: ReviewReport, ply: number): InvestigateQuestion | undefined {
  const played = plies[ply - 1];
  if (!played) return undefined;
  return {
    fen: start,
    moves: plies.slice(0, ply - 1).map(({ uci }) => uci),
    rating: players[played.color].rating,
    move: played.uci,
  };
}
