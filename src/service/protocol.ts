import type { Claim } from '../base/fair-queue.ts';
import type { FaultCode } from '../base/fault.ts';
import { pack, unpack } from '../base/json.ts';
import type { Job, JobResult, PackedResult, Progress } from './jobs.ts';
import type { AnalysisSettings } from './settings.ts';

/** What the two processes say to each other. */

export type ToChild =
  | { type: 'start'; settings: AnalysisSettings }
  | { type: 'run'; id: number; job: Job; claim: Claim }
  | { type: 'cancel'; id: number; code: FaultCode; message: string }
  /** Finish what runs, then end. */
  | { type: 'retire' };

export type ToParent =
  | { type: 'ready' }
  | { type: 'progress'; id: number; progress: Progress }
  /** `engineMs`: what engines have done for it. */
  | { type: 'done'; id: number; result: PackedResult; engineMs: number }
  | { type: 'failed'; id: number; code: FaultCode; message: string; engineMs: number }
  /** Still alive, however long a job takes. */
  | { type: 'pulse' }
  /** Asked to end: finishes what runs, wants nothing new. */
  | { type: 'retiring' };

export const PULSE_MS = 2_000;

/** How results come from those who work to those who asked. */

/** The kinds of results that are kept and shown. */
const REPORTS: readonly JobResult['kind'][] = ['expected', 'review', 'investigation'];

/** A report is packed where it was made. */
export const packResult = (result: JobResult): PackedResult => (REPORTS.includes(result.kind) ? pack(result) : result);

export const unpackResult = (result: PackedResult): JobResult =>
  result instanceof Uint8Array ? (unpack(result) as JobResult) : result;

export const packedResult = (result: PackedResult): Uint8Array =>
  result instanceof Uint8Array ? result : pack(result);
