import { Fault, type FaultCode } from '../base/fault.ts';
import type { AnalysisService, JobKind, JobOf, JobOptions, JobResults } from './jobs.ts';

/** The options of each of many jobs. */
export interface BatchOptions extends Pick<JobOptions, 'owner' | 'priority' | 'deadlineMs' | 'meter'> {
  signal: AbortSignal;
}

/** How often a job is tried whose engine or process has died. */
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
