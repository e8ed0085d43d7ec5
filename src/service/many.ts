import { Fault, type FaultCode, throwIfAborted } from '../base/fault.ts';
import type { AnalysisService, JobKind, JobOf, JobOptions, JobResults } from './jobs.ts';

/** Work that is many jobs: what one of them suffers is nothing to the others. */

export interface ManyOptions extends Pick<JobOptions, 'owner' | 'priority' | 'deadlineMs' | 'meter'> {
  signal: AbortSignal;
}

/** So many at the same time, in their order. The first that cannot be done ends the others, too: whoever waits hears of it at once. */
export async function forEach<T>(
  items: readonly T[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal, index: number) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waiting = items.entries();
  const place = async () => {
    for (const [index, item] of waiting) {
      throwIfAborted(either);
      await work(item, either, index);
    }
  };
  const places = Array.from({ length: Math.min(concurrency, items.length) }, place);
  try {
    await Promise.all(places);
  } finally {
    over.abort();
    await Promise.allSettled(places);
  }
}

/** An engine that died takes its job with it, which is then done again. */
const ATTEMPTS = 3;
const PASSING: readonly FaultCode[] = ['engine-failed', 'crashed'];

export async function runAgain<K extends JobKind>(
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
