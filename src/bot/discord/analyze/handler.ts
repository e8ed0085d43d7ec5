import { positionOf } from '../../../lichess/find.ts';
import { type PositionQuestion, positionJob, positionQuestion } from '../../../questions/position.ts';
import type { ReportHandler } from '../core/context.ts';
import { runPackedJob } from '../core/jobs.ts';
import { derived } from './menus.ts';
import { progressReply } from './progress.ts';
import { NOTHING_SAID, usualQuestion } from './question.ts';
import { showAnalysis } from './reply.ts';
import { ANALYZE } from './rows.ts';

/** Deep trees take longer than an interaction lives; what comes later comes as a message of its own. */
const DEADLINE_MS = 60 * 60_000;

/** Which moves give people the best chances, given how people really go on. */
export const analyzeHandler: ReportHandler<PositionQuestion> = {
  kind: ANALYZE,
  question: positionQuestion,
  page: 'position.html',
  run(question, session, context, requester) {
    return runPackedJob(positionJob(question), requester.user, session, context, {
      deadlineMs: DEADLINE_MS,
      onProgress: progress => session.show(progressReply(requester.voice, progress)),
    });
  },
  show: (id, { question, report }, state, requester) =>
    showAnalysis(id, { question: positionQuestion.parse(question), report }, state, requester),
  about: (found, requester, context) => usualQuestion(positionOf(found), NOTHING_SAID, requester, context),
  derive: ({ question }, wish) => derived(positionQuestion.parse(question), wish),
};
