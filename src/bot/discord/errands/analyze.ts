import { type PositionQuestion, positionJob, positionQuestion } from '../../../questions/position.ts';
import { positionOf } from '../../ask.ts';
import { runForReport } from '../commands/command.ts';
import type { Errand } from '../errand.ts';
import { withPage } from '../pages.ts';
import { progressReply } from './analyze-progress.ts';
import { derived } from './analyze-question.ts';
import { ANALYZE } from './analyze-rows.ts';
import { showAnalysis } from './analyze-show.ts';
import { NOTHING_SAID, usualQuestion } from './analyze-usual.ts';

/** Deep trees take longer than an interaction lives; what comes later comes as a message of its own. */
const DEADLINE_MS = 60 * 60_000;

/** Which moves give people the best chances, given how people really go on. */
export const analyzeErrand: Errand<PositionQuestion> = {
  kind: ANALYZE,
  question: positionQuestion,
  page: 'position.html',
  async run(question, talk, kit, who) {
    const packed = await runForReport(positionJob(question), who.user, talk, kit, {
      deadlineMs: DEADLINE_MS,
      onProgress: progress => talk.show(progressReply(who.voice, progress)),
    });
    const about = { owner: who.user, kind: ANALYZE, question };
    const id = kit.store.reports.putPacked(packed, about);
    const stored = { ...about, packed, created: kit.now() };
    return withPage(
      await kit.views.show({ errand: this, id, stored, state: '' }, who, talk.signal),
      id,
      kit,
      who.voice,
    );
  },
  show: (id, { question, report }, state, who) =>
    showAnalysis(id, { question: positionQuestion.parse(question), report }, state, who),
  about: (found, who, kit) => usualQuestion(positionOf(found), NOTHING_SAID, who, kit),
  derive: ({ question }, wish) => derived(positionQuestion.parse(question), wish),
};
