import { cancelled, Fault } from '../../src/base/fault.ts';
import { pack } from '../../src/base/json.ts';
import type { AnalysisService, Job, JobOptions, JobResult } from '../../src/service/jobs.ts';
import { Watched } from './watched.ts';

export interface Handed {
  job: Job;
  options: JobOptions;
  resolve: (result: JobResult) => void;
  reject: (fault: Fault) => void;
}

/** A service whose answers are given by hand. It heeds the signal, as every service does. */
export class HandService extends Watched implements AnalysisService {
  readonly asked: Handed[] = [];

  run(job: Job, options: JobOptions = {}): Promise<never> {
    return new Promise<JobResult>((resolve, reject) => {
      const { signal } = options;
      signal?.addEventListener('abort', () => reject(signal.reason instanceof Fault ? signal.reason : cancelled()));
      this.asked.push({ job, options, resolve, reject });
      this.changed();
    }) as Promise<never>;
  }

  async runPacked(job: Job, options: JobOptions = {}): Promise<Uint8Array> {
    return pack(await this.run(job, options));
  }

  /** The job of that number, once it is there. */
  job(index = 0): Promise<Handed> {
    return this.until(() => this.asked[index], `job ${index} has come`);
  }

  async close(): Promise<void> {}
}
