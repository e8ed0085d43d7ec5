import type { ExpectedReport } from '../src/analysis/expected/report.ts';
import { expectedJob, PARAMS, questions, withWarmService } from './questions.ts';
import { type Measured, measured, type Part, progress, sum } from './support.ts';

/** As deep as people get it if they say nothing. */
export const DEEPER = { ...PARAMS, depth: 15 };
/** What `leaf maia` may take of the time of a full answer. */
const MAIA_SHARE = 0.3;

/** What can be had before Stockfish has looked at everything. */
interface Quick {
  name: string;
  full: Measured<ExpectedReport>;
  maia: Measured<ExpectedReport>;
}

export const quickPart = (): Promise<Part> =>
  withWarmService(full =>
    withWarmService(async maia => {
      const answers: Quick[] = [];
      for (const question of questions()) {
        progress(`expected, quick answers: ${question.name}`);
        answers.push({
          name: question.name,
          full: await measured(() => full.run(expectedJob(question, DEEPER))),
          maia: await measured(() => maia.run(expectedJob(question, { ...DEEPER, leaf: 'maia' }))),
        });
      }
      return reportQuick(answers);
    }),
  );

function reportQuick(answers: readonly Quick[]): Part {
  const rows = answers.map(({ name, full, maia }) => {
    const { totalMs, preliminaryMs } = full.result.stats.time;
    return {
      position: name,
      'full s': full.ms / 1000,
      'preliminary s': preliminaryMs / 1000,
      'full/preliminary': totalMs / preliminaryMs,
      'leaf maia s': maia.ms / 1000,
      'full/leaf maia': full.ms / maia.ms,
    };
  });
  return {
    rows,
    comparisons: [
      {
        name: 'preliminary ranking against the full answer, worst position',
        ratio: Math.min(...rows.map(row => row['full/preliminary'])),
        target: 5,
      },
      {
        name: 'leaf maia against leaf stockfish, sum',
        ratio: sum(answers.map(({ full }) => full.ms)) / sum(answers.map(({ maia }) => maia.ms)),
        target: 1 / MAIA_SHARE,
      },
      {
        name: 'leaf maia against leaf stockfish, worst position',
        ratio: Math.min(...rows.map(row => row['full/leaf maia'])),
      },
    ],
    notes: [],
  };
}
