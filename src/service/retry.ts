import { Fault, type FaultCode } from '../base/fault.ts';
import type { AnalysisService, JobKind, JobOf, JobOptions, JobResults } from './jobs.ts';

/** What each of many jobs is run with. */
export interface BatchOptions extends Pick<JobOptions, 'owner' | 'priority' | 'deadlineMs' | 'meter'> {
  signal: AbortSignal;
}

/** An engine that died takes its job with it, which is then done again. */
const ATTEMPTS = 3;
const PASSING: readonly FaultCode[] = ['engine-failed', 'crashed'];

export async function runWithRetry<K extends JobKind>(
  service: AnalysisService,
  job: JobOf<K>,
  options: JobOptions,
): Promise<JobResults[K]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await service.run(job, options);
    } catch (error) {
      const passes = error instanceof Fault && PASSING.includes(error.code);
      if (!passes || attempt >= ATTEMPTS) throw error;
    }
  }
}
