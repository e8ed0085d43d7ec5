import { positionOf } from '../../../lichess/find.ts';
import { type PositionQuestion, positionJob, positionQuestion } from '../../../questions/position.ts';
import { runForReport } from '../core/context.ts';
import type { ReportHandler } from '../core/handler.ts';
import { withPage } from '../core/pages.ts';
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
  async run(question, session, context, requester) {
    const packed = await runForReport(positionJob(question), requester.user, session, context, {
      deadlineMs: DEADLINE_MS,
      onProgress: progress => session.show(progressReply(requester.voice, progress)),
    });
    const about = { owner: requester.user, kind: ANALYZE, question };
    const id = context.store.reports.putPacked(packed, about);
    const stored = { ...about, packed, created: context.now() };
    return withPage(
      await context.views.show({ handler: this, id, stored, state: '' }, requester, session.signal),
      id,
      context,
      requester.voice,
    );
  },
  show: (id, { question, report }, state, requester) =>
    showAnalysis(id, { question: positionQuestion.parse(question), report }, state, requester),
  about: (found, requester, context) => usualQuestion(positionOf(found), NOTHING_SAID, requester, context),
  derive: ({ question }, wish) => derived(positionQuestion.parse(question), wish),
};
