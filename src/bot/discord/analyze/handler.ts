import type { ProgressMove } from '../../../analysis/expected/progress.ts';
import { positionOf } from '../../../lichess/find.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { type ExpectedQuestion, expectedJob, expectedQuestion } from '../../../questions/expected.ts';
import type { Progress } from '../../../service/jobs.ts';
import { jobOptions, type ReportHandler } from '../core/context.ts';
import type { Reply } from '../core/reply.ts';
import { progressText } from '../core/sentences.ts';
import { derived, usualQuestion } from './question.ts';
import { showAnalysis } from './reply.ts';
import { ANALYZE } from './rows.ts';
import { joined, playedWords } from './text.ts';

/** Deep trees take longer than an interaction lives; what comes later comes as a message of its own. */
const DEADLINE_MS = 60 * 60_000;

/** Which moves give people the best chances, given how people really go on. */
export const analyzeHandler: ReportHandler<ExpectedQuestion> = {
  kind: ANALYZE,
  question: expectedQuestion,
  page: 'position.html',
  run(question, session, context, requester) {
    const show = (progress: Progress) => session.show(progressReply(requester.voice, progress));
    const options = { ...jobOptions(requester.user, session, show), deadlineMs: DEADLINE_MS };
    return context.service.runPacked(expectedJob(question), options);
  },
  show: (id, { question, report }, state, requester) =>
    showAnalysis(id, { question: expectedQuestion.parse(question), report }, state, requester),
  about: (found, requester, context) => usualQuestion(positionOf(found), {}, requester, context),
  derive: ({ question }, wish) => derived(expectedQuestion.parse(question), wish),
};

const SHOWN_MOVES = 5;
/** What is done sooner need not be announced. */
const WORTH_TELLING_MS = 10_000;

/** A bar, what is being done, how long it will take, and how the moves stand so far. */
function progressReply(voice: Voice, progress: Progress): Reply {
  const text = progressText(voice, progress);
  if (progress.kind !== 'expected') return { content: text };
  const { estimateMs, ranking } = progress;
  const estimate =
    estimateMs >= WORTH_TELLING_MS ? [voice.say('progress.estimate', { duration: voice.duration(estimateMs) })] : [];
  const moves = ranking.slice(0, SHOWN_MOVES).map((move, index) => moveLine(voice, move, index + 1));
  const soFar = moves.length > 0 ? ['', `**${voice.say('progress.preliminary')}**`, ...moves] : [];
  return { content: [joined([text, ...estimate]), ...soFar].join('\n') };
}

/** Maia's forecast stands in, and says so with a tilde, until Stockfish has judged. */
function moveLine(voice: Voice, { san, expected, human, maia }: ProgressMove, rank: number): string {
  const value = expected !== null ? voice.share(expected) : human !== null ? `~ ${voice.share(human)}` : '';
  return joined([`${rank}. **${san}**`, ...(value ? [value] : []), playedWords(voice, maia)]);
}
