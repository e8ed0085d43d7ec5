import { INITIAL_FEN } from 'chessops/fen';
import { afterAll } from 'vitest';
import { DEFAULTS, type ExpectedParams } from '../../../src/analysis/expected/params.ts';
import type { ExpectedReport } from '../../../src/analysis/expected/report.ts';
import type { JobOf } from '../../../src/service/jobs.ts';
import type { AnalysisSettings } from '../../../src/service/protocol.ts';
import { JobRunner, type RunOptions } from '../../../src/service/runner.ts';
import { silent, testSettings } from '../../support/settings.ts';

/** Analyses by the real engines, inside the test's own process. */

/** For all tests of a file: its engines start with the first question. */
export function makeRunner(changes: Partial<AnalysisSettings> = {}): JobRunner {
  const runner = new JobRunner(testSettings(changes), silent);
  afterAll(() => runner.close());
  return runner;
}

export const expectedJob = (
  input: { fen?: string; moves?: string[] },
  params: Partial<ExpectedParams> = {},
  changes: Partial<JobOf<'expected'>> = {},
): JobOf<'expected'> => ({
  kind: 'expected',
  input: { fen: input.fen ?? INITIAL_FEN, moves: input.moves ?? [] },
  params: { ...DEFAULTS, depth: 8, ...params },
  deterministic: true,
  trace: false,
  cache: false,
  ...changes,
});

export const runOptions = (changes: Partial<RunOptions> = {}): RunOptions => ({
  claim: { priority: 'interactive', owner: 'test' },
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
});

export const run = (runner: JobRunner, job: JobOf<'expected'>): Promise<ExpectedReport> =>
  runner.run(job, runOptions());
