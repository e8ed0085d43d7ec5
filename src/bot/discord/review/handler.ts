import { COLORS, type Color } from 'chessops/types';
import { z } from 'zod';
import { PARAMETERS } from '../../../analysis/review/params.ts';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { makeTree } from '../../../chess/pgn/make.ts';
import { parsePgn } from '../../../input/pgn.ts';
import { type Found, gameOf as foundGame } from '../../../lichess/find.ts';
import { REVIEW, ReviewQuestion } from '../../../questions/review.ts';
import { comparedRatings } from '../../../service/review-job.ts';
import { DEFAULT_SETTINGS, type ServerSettings } from '../../../store/settings.ts';
import { jobOptions, type ReportHandler } from '../core/context.ts';
import { parseState } from './buttons.ts';
import { showReview } from './reply.ts';

/** A game move by move. What is kept is the report; the game itself is in the question. */
export const reviewHandler: ReportHandler<ReviewQuestion> = {
  kind: REVIEW,
  question: ReviewQuestion,
  page: 'game.html',
  async run(question, session, context, requester) {
    const job = await context.tasks.run('reviewJob', question, { owner: requester.user, signal: session.signal });
    return context.service.runPacked(job, jobOptions(requester.user, session));
  },
  show: (id, { question, report }, state, requester) =>
    showReview(id, question as ReviewQuestion, report as ReviewReport, state, requester),
  isCostly: state => parseState(state, 'white').page.kind === 'gif',
  derivesFromReport: true,
  derive: ({ report }, wish, { settings }) => fromGame(report, wish, settings),
  about: (found, { settings }) => reviewQuestion(found, settings),
};

/** The options of a review besides the game. */
interface ReviewWishes {
  side?: Color | undefined;
  depth?: number | undefined;
}

/** The question about a game; options that are not given are taken from the link, the file and the server. */
export function reviewQuestion(
  found: Found,
  settings: ServerSettings,
  { side, depth }: ReviewWishes = {},
): ReviewQuestion {
  const { tree, written, ratings } = foundGame(found);
  return {
    pgn: written ?? makeTree(tree),
    side: side ?? found.side ?? 'white',
    limit: limitOf(depth, settings),
    ratings: comparedRatings(ratings, settings.rating),
  };
}

/** With the default settings of a server, the number of nodes that reviews are tuned for. */
function limitOf(depth: number | undefined, settings: ServerSettings): ReviewQuestion['limit'] {
  if (depth !== undefined) return { kind: 'depth', depth };
  return settings.depth === DEFAULT_SETTINGS.depth
    ? { kind: 'nodes', nodes: PARAMETERS.nodes.usual }
    : { kind: 'depth', depth: settings.depth };
}

/** A report with a game in it, such as that of a game against Maia. */
const KeptGame = z.object({ pgn: z.string() });

/** The review of a kept game; the wish is whose side of the board is below. */
function fromGame(kept: unknown, wish: string, settings: ServerSettings): ReviewQuestion | undefined {
  const [game, side] = [KeptGame.safeParse(kept), COLORS.find(color => color === wish)];
  const pgn = game.success && side ? parsePgn(game.data.pgn) : undefined;
  return pgn?.ok ? reviewQuestion({ kind: 'game', pgn: pgn.value }, settings, { side }) : undefined;
}
