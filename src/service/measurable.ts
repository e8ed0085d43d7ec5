import type { FaultCode } from '../base/fault.ts';
import type { AnalysisService, JobKind } from './jobs.ts';
import type { Status } from './status.ts';

/** What those who do the work, or have it done, tell of themselves to whoever measures. */

/** Known at once, without asking anybody. */
export interface ServiceHealth {
  /** Jobs, where there is a line of them. */
  queue?: { running: number; waiting: number };
  /** Where jobs go through one; `workers` is known to those who ask. */
  redis?: { up: boolean; workers?: number };
  /** How often the analysis process had to be started again, where there is one. */
  restarts?: number;
  /** Why nothing can be analysed now, in one sentence. */
  problem: string | undefined;
}

/** How a job ended. */
export type JobOutcome = 'done' | FaultCode;

/** Told of each job as it goes along; of looks at how things are nobody is told. */
export interface JobObserver {
  /** It is handed out, for the first time or once more. */
  begun(kind: JobKind, waitedMs: number): void;
  /** Once for each job. `ranMs`: since it was handed out; undefined where it never was. */
  ended(kind: JobKind, outcome: JobOutcome, ranMs: number | undefined): void;
}

export interface Measurable {
  health(): ServiceHealth;
  /** Where there is a line of jobs. */
  observe?(observer: JobObserver): void;
  /** Of engines of its own. Where they are elsewhere, they are told of there, and only there. */
  engines?(signal: AbortSignal): Promise<Status>;
}

export interface MeasurableService extends AnalysisService, Measurable {}
