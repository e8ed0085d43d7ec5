import type { Claim } from '../base/fair-queue.ts';
import type { FaultCode } from '../base/fault.ts';
import { pack, unpack } from '../base/json.ts';
import type { LogSettings } from '../base/log.ts';
import type { Job, JobResult, PackedResult, Progress } from './jobs.ts';

/** The messages between the analysis process and its parent. */

/**
 * The settings of the analysis process, as plain data that is sent to it when it starts. There are no secrets in it.
 */
export interface AnalysisSettings {
  stockfishPath: string | undefined;
  engines: number;
  hashMb: number;
  modelDir: string;
  model: string;
  maiaWorkers: number;
  /** The niceness of Stockfish; that of Maia is half of it. */
  nice: number;
  dataDir: string;
  cacheMb: number;
  log: LogSettings;
}

/** Copies only these fields, since the whole configuration has tokens. */
export const analysisSettings = (settings: AnalysisSettings): AnalysisSettings => ({
  stockfishPath: settings.stockfishPath,
  engines: settings.engines,
  hashMb: settings.hashMb,
  modelDir: settings.modelDir,
  model: settings.model,
  maiaWorkers: settings.maiaWorkers,
  nice: settings.nice,
  dataDir: settings.dataDir,
  cacheMb: settings.cacheMb,
  log: settings.log,
});

export type ToChild =
  | { type: 'start'; settings: AnalysisSettings }
  | { type: 'run'; id: number; job: Job; claim: Claim }
  | { type: 'cancel'; id: number; code: FaultCode; message: string }
  /** The child is to finish what runs, and then to end. */
  | { type: 'retire' };

export type ToParent =
  | { type: 'ready' }
  | { type: 'progress'; id: number; progress: Progress }
  /** `engineMs`: the time that engines have worked for the job. */
  | { type: 'done'; id: number; result: PackedResult; engineMs: number }
  | { type: 'failed'; id: number; code: FaultCode; message: string; engineMs: number }
  /** Sent regularly, to show that the child is alive however long a job takes. */
  | { type: 'pulse' }
  /** The child was asked to end: it finishes what runs, and takes no new jobs. */
  | { type: 'retiring' };

export const PULSE_MS = 2_000;

/** The form in which results are sent. */

/** The kinds of results that are kept and shown. */
const REPORTS: readonly JobResult['kind'][] = ['expected', 'review', 'investigation'];

/** Packs a report in the process that has made it. */
export const packResult = (result: JobResult): PackedResult => (REPORTS.includes(result.kind) ? pack(result) : result);

export const unpackResult = (result: PackedResult): JobResult =>
  result instanceof Uint8Array ? (unpack(result) as JobResult) : result;

export const packedResult = (result: PackedResult): Uint8Array =>
  result instanceof Uint8Array ? result : pack(result);
