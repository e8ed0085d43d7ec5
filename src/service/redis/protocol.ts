import { z } from 'zod';
import type { Claim } from '../../base/fair-queue.ts';
import { FAULTS, Fault, type FaultCode } from '../../base/fault.ts';
import { version } from '../../base/package-info.ts';
import { classOf, type JobClass } from '../capacity.ts';
import type { Job, JobResult, PackedResult } from '../jobs.ts';
import { packResult } from '../protocol.ts';

/** Which bots and workers understand each other. */
export interface Release {
  /** Kibitz's version. */
  kibitz: string;
  protocol: number;
}

/**
 * Raised with every change of what bots and workers leave for each other in Redis: jobs, results, progress, cards, and
 * how turns are taken. It tells apart what is installed from the repository between two versions. The first protocol
 * had no number; `legacy.ts` knows it.
 */
const PROTOCOL = 3;

export const RELEASE: Release = { kibitz: version(), protocol: PROTOCOL };

export const isOurs = ({ kibitz, protocol }: Release): boolean =>
  kibitz === RELEASE.kibitz && protocol === RELEASE.protocol;

export const releaseName = ({ kibitz, protocol }: Release): string => `Kibitz ${kibitz}, protocol ${protocol}`;

/** What those who ask and those who work leave for each other in Redis, and under which names. */

/**
 * Of all versions: who is there, leases, and answers, whose names tell what they depend on. In braces, so that a
 * cluster keeps all of it in one place, which scripts need.
 */
export const SHARED = '{kibitz}';

/** Of those that understand each other: a worker of another version never sees a job that it could misunderstand. */
export const PREFIX = `${SHARED}:${RELEASE.kibitz}/${RELEASE.protocol}`;

/** Each class of jobs has a way of its own, so that none of them waits for the places of another. */
export const QUEUE_OF = { move: 'moves', short: 'short', long: 'jobs', background: 'background' } as const;
/** So have the parts of a review, or all places could be taken by reviews that wait for their parts. */
export type QueueName = (typeof QUEUE_OF)[JobClass] | 'parts';
export const queueOf = ({ priority }: Pick<Claim, 'priority'>): QueueName => QUEUE_OF[classOf(priority)];

/** A job on its way to a worker. */
export interface RedisJob {
  /** The process that asked for it. When that is gone, the job is dropped. */
  asker: string;
  job: Job;
  claim: Claim;
  turn: number;
}

export const BEAT_MS = 1_000;
/** A bot or worker that has not signed in for so long is gone. */
export const LEASE_MS = 20_000;
/** How long cancellations and results that have not been fetched are kept. */
export const KEEP_MS = 60 * 60_000;

export const MEMBERS = `${SHARED}:members`;
export const CANCELLED = `${PREFIX}:cancelled`;
export const askerKey = (asker: string): string => `${PREFIX}:asker:${asker}`;
export const resultKey = (id: string): string => `${PREFIX}:result:${id}`;
export const leaseKey = (name: string): string => `${SHARED}:lease:${name}`;
export const cancelKey = (id: string): string => `${PREFIX}:cancel:${id}`;

/** Names a job: by who asks, which task of theirs, and which attempt at it. BullMQ allows no colons. */
export const makeJobId = (asker: string, task: number, attempt: number): string => `${asker}-${task}-${attempt}`;

/** The task, if it is one of theirs. */
export function taskIn(id: string, asker: string): number | undefined {
  const [whose, task] = id.split('-');
  return whose === asker ? Number(task) : undefined;
}

/** What all workers are told when a job is cancelled. */
const Cancellation = z.object({ id: z.string(), reason: z.string() });
type Cancellation = z.infer<typeof Cancellation>;

export const makeCancellation = (cancellation: Cancellation): string => JSON.stringify(cancellation);

/** Undefined where the message on the channel is not one of Kibitz's. */
export function parseCancellation(text: string): Cancellation | undefined {
  try {
    return Cancellation.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Before a packed report; everything else is JSON, which never begins like this. */
const PACKED = 0;

export function makeResult(result: JobResult): Buffer | string {
  const packed = packResult(result);
  return packed instanceof Uint8Array ? Buffer.concat([Uint8Array.of(PACKED), packed]) : JSON.stringify(packed);
}

export const parseResult = (left: Buffer): PackedResult =>
  left[0] === PACKED ? left.subarray(1) : (JSON.parse(left.toString()) as JobResult);

/** What a worker hands in with an answer. */
export interface JobCost {
  engineMs: number;
}

/** A fault as the one line that BullMQ keeps of a failure, with what engines have done before it. */
export const makeReason = ({ code, message }: Pick<Fault, 'code' | 'message'>, engineMs = 0): string =>
  `${code}${engineMs > 0 ? ` ${Math.round(engineMs)} ms` : ''}: ${message}`;

const REASON = /^([a-z-]+)(?: (\d{1,15}) ms)?: (.*)$/s;

export const engineMsIn = (reason: string): number => Number(REASON.exec(reason)?.[2] ?? 0);

export function parseReason(reason: string): Fault {
  const [, code = '', , message = ''] = REASON.exec(reason) ?? [];
  if (isCode(code)) return new Fault(code, message);
  // BullMQ's own words.
  if (/stalled/.test(reason)) return workersDied();
  return new Fault('internal', `Something went wrong on the way to a worker: ${reason}`);
}

const isCode = (word: string): word is FaultCode => (FAULTS as readonly string[]).includes(word);

export const workersDied = (): Fault => new Fault('crashed', 'Two workers died over this job.');
