import { z } from 'zod';
import type { Claim } from '../../base/fair-queue.ts';
import { FAULTS, Fault, type FaultCode } from '../../base/fault.ts';
import { parseJson } from '../../base/json.ts';
import { version } from '../../base/package-info.ts';
import { classOf, type JobClass } from '../capacity.ts';
import type { Job, JobResult, PackedResult } from '../jobs.ts';
import { packResult } from '../protocol.ts';

/** What two processes must have in common to exchange jobs. */
export interface Release {
  /** The version of Kibitz. */
  kibitz: string;
  protocol: number;
}

/**
 * Raised with every change of the data in Redis: jobs, results, progress, cards, and how turns are taken. It tells
 * apart installations from the repository between two versions. The first protocol had no number; see `legacy.ts`.
 */
const PROTOCOL = 3;

export const RELEASE: Release = { kibitz: version(), protocol: PROTOCOL };

export const isOurs = ({ kibitz, protocol }: Release): boolean =>
  kibitz === RELEASE.kibitz && protocol === RELEASE.protocol;

export const releaseName = ({ kibitz, protocol }: Release): string => `Kibitz ${kibitz}, protocol ${protocol}`;

/** The names and the form of the data in Redis. */

/**
 * The prefix of data that all versions share: who is there, leases, and cached answers, whose keys tell what they
 * depend on. The braces make a cluster keep all of it on one node, which scripts need.
 */
export const SHARED = '{kibitz}';

/** The prefix of data of one version: a worker of another version never sees a job that it could misunderstand. */
export const PREFIX = `${SHARED}:${RELEASE.kibitz}/${RELEASE.protocol}`;

/** Each class of jobs has a queue of its own, so that no class waits for the places of another. */
export const QUEUE_OF = { move: 'moves', short: 'short', long: 'jobs', background: 'background' } as const;
/** Parts of reviews have one, too: otherwise reviews that wait for their parts could take all places. */
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

/** The id of a job: the process that asks, its task, and the attempt. BullMQ allows no colons. */
export const makeJobId = (asker: string, task: number, attempt: number): string => `${asker}-${task}-${attempt}`;

/** The task in a job's id, if it is one of this process. */
export function taskIn(id: string, asker: string): number | undefined {
  const [whose, task] = id.split('-');
  return whose === asker ? Number(task) : undefined;
}

/** What all workers are told when a job is cancelled. */
const Cancellation = z.object({ id: z.string(), reason: z.string() });
type Cancellation = z.infer<typeof Cancellation>;

export const makeCancellation = (cancellation: Cancellation): string => JSON.stringify(cancellation);

/** Undefined where the message on the channel is not one of Kibitz's. */
export const parseCancellation = (text: string): Cancellation | undefined =>
  Cancellation.safeParse(parseJson(text)).data;

/** The first byte of a packed report. All other results are JSON, which never begins with it. */
const PACKED = 0;

export function makeResult(result: JobResult): Buffer | string {
  const packed = packResult(result);
  return packed instanceof Uint8Array ? Buffer.concat([Uint8Array.of(PACKED), packed]) : JSON.stringify(packed);
}

export const parseResult = (left: Buffer): PackedResult =>
  left[0] === PACKED ? left.subarray(1) : (JSON.parse(left.toString()) as JobResult);

/** What a worker reports beside a result. */
export interface JobCost {
  engineMs: number;
}

/** A fault as the line of text that BullMQ keeps of a failure, with the time that engines have worked before. */
export const makeReason = ({ code, message }: Pick<Fault, 'code' | 'message'>, engineMs = 0): string =>
  `${code}${engineMs > 0 ? ` ${Math.round(engineMs)} ms` : ''}: ${message}`;

const REASON = /^([a-z-]+)(?: (\d{1,15}) ms)?: (.*)$/s;

export const engineMsIn = (reason: string): number => Number(REASON.exec(reason)?.[2] ?? 0);

export function parseReason(reason: string): Fault {
  const [, code = '', , message = ''] = REASON.exec(reason) ?? [];
  if (isCode(code)) return new Fault(code, message);
  // BullMQ's own message for a job whose workers have died.
  if (/stalled/.test(reason)) return workersDied();
  return new Fault('internal', `Something went wrong on the way to a worker: ${reason}`);
}

const isCode = (word: string): word is FaultCode => (FAULTS as readonly string[]).includes(word);

export const workersDied = (): Fault => new Fault('crashed', 'Two workers died over this job.');
