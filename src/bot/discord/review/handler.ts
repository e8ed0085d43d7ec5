import { COLORS, type Color } from 'chessops/types';
import { z } from 'zod';
import { PARAMETERS } from '../../../analysis/review/params.ts';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { makeTree } from '../../../chess/pgn/make.ts';
import { type PgnGame, parsePgn } from '../../../input/pgn.ts';
import { type Found, gameOf as foundGame } from '../../../lichess/find.ts';
import { annotatedPgn } from '../../../present/annotated-pgn.ts';
import { reviewedScene } from '../../../present/game-scene.ts';
import { namesOf } from '../../../present/review-game.ts';
import { historyScene } from '../../../present/review-scene.ts';
import { REVIEW, ReviewQuestion, reviewedGame } from '../../../questions/review.ts';
import { historyPicture } from '../../../render/history.ts';
import { comparedRatings } from '../../../service/review-job.ts';
import { DEFAULT_SETTINGS, type ServerSettings } from '../../../store/settings.ts';
import type { ReportHandler } from '../core/context.ts';
import { runPackedJob } from '../core/jobs.ts';
import type { Attachment, Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { parseState, type ReviewState, reviewRows } from './buttons.ts';
import { gifReply } from './gif.ts';
import { mistakePage, mistakesOf } from './mistakes.ts';
import { summaryEmbed } from './summary.ts';

/** A game move by move. What is kept is the report; the game itself is in the question. */
export const reviewHandler: ReportHandler<ReviewQuestion> = {
  kind: REVIEW,
  question: ReviewQuestion,
  page: 'game.html',
  async run(question, session, context, requester) {
    const job = await context.tasks.run('reviewJob', question, { owner: requester.user, signal: session.signal });
    return runPackedJob(job, requester.user, session, context);
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

async function showReview(
  id: string,
  question: ReviewQuestion,
  report: ReviewReport,
  text: string,
  requester: Requester,
): Promise<Reply> {
  const state = shownState(report, parseState(text, question.side));
  const reply = await pageOf(question, report, state, requester);
  return { ...reply, rows: reviewRows(id, report, state, requester.voice) };
}

/** A move with which nothing is wrong has no page. */
function shownState(report: ReviewReport, { page, side }: ReviewState): ReviewState {
  const isThere = page.kind !== 'move' || mistakesOf(report).some(({ ply }) => ply === page.ply);
  return { page: isThere ? page : { kind: 'summary' }, side };
}

async function pageOf(
  question: ReviewQuestion,
  report: ReviewReport,
  state: ReviewState,
  requester: Requester,
): Promise<Reply> {
  const { page, side } = state;
  const { theme } = requester.settings;
  switch (page.kind) {
    case 'summary':
      return summaryPage(reviewedGame(question), report, requester);
    case 'gif':
      return gifReply({ ...reviewedScene(reviewedGame(question), report), orientation: side, theme });
    case 'move': {
      const mistakes = mistakesOf(report);
      const index = mistakes.findIndex(({ ply }) => ply === page.ply);
      const [ply, place] = [mistakes[index], index + 1];
      if (!ply) throw new RangeError(`half-move ${page.ply} is no mistake`);
      return mistakePage(report, { ply, place, of: mistakes.length, side, theme, voice: requester.voice });
    }
  }
}

const GRAPH = 'evaluation.png';

async function summaryPage({ tree }: PgnGame, report: ReviewReport, requester: Requester): Promise<Reply> {
  const graph = await graphOf(report, requester);
  const pgn = pgnFile(namesOf(report), annotatedPgn(tree, report));
  return { embeds: [summaryEmbed(report, graph?.name, requester.voice)], files: [...(graph ? [graph] : []), pgn] };
}

/** Where nothing has happened there is nothing to draw. */
async function graphOf(
  report: ReviewReport,
  { settings: { theme }, voice }: Requester,
): Promise<Attachment | undefined> {
  if (report.plies.length === 0) return undefined;
  const { png, alt } = await historyPicture(historyScene(report, { theme, surroundings: 'dark' }, { voice }));
  return { name: GRAPH, bytes: png, alt };
}

const LONGEST_NAME = 30;

/** A game as a file that is called after its players, in letters that every system takes: `alice-bob.pgn`. */
const pgnFile = ({ white, black }: Record<Color, string>, text: string): Attachment => ({
  name: `${plain(white)}-${plain(black)}.pgn`,
  bytes: Buffer.from(text),
});

/** What is left of a name without accents and signs; `player` where that is nothing. */
function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  return letters.slice(0, LONGEST_NAME).replace(/^-+|-+$/g, '') || 'player';
}
