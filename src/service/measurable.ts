import type { FaultCode } from '../base/fault.ts';
import type { AnalysisService, JobKind } from './jobs.ts';
import type { Status } from './status.ts';

/** What a service tells the metrics about itself. */

/** What this process knows at once, without asking another one. */
export interface ServiceHealth {
  /** The numbers of jobs, where there is a line. */
  queue?: { running: number; waiting: number };
  /** Where jobs go through Redis; `workers` is known in bots only. */
  redis?: { up: boolean; workers?: number };
  /** How often the analysis process had to be started again, where there is one. */
  restarts?: number;
  /** Why nothing can be analysed now, in one sentence. */
  problem: string | undefined;
}

/** How a job ended. */
export type JobOutcome = 'done' | FaultCode;

/** Told when each job begins and ends, except for jobs that ask for the status. */
export interface JobObserver {
  /** The job is handed out, for the first time or again. */
  begun(kind: JobKind, waitedMs: number): void;
  /** Called once for each job. `ranMs` is the time since it was handed out; undefined if it never was. */
  ended(kind: JobKind, outcome: JobOutcome, ranMs: number | undefined): void;
}

export interface Measurable {
  health(): ServiceHealth;
  /** Present where there is a line of jobs. */
  observe?(observer: JobObserver): void;
  /** The state of this process's own engines; engines of other processes are measured there. */
  engines?(signal: AbortSignal): Promise<Status>;
}

export interface MeasurableService extends AnalysisService, Measurable {}
