import { pack, unpack } from '../base/json.ts';
import type { Delivery, JobResult } from './jobs.ts';

/** How results come from those who work to those who asked. */

/** The kinds of results that are kept and shown. */
const REPORTS: readonly JobResult['kind'][] = ['expected', 'review', 'investigation'];

/** A report is packed where it was made. */
export const delivered = (result: JobResult): Delivery => (REPORTS.includes(result.kind) ? pack(result) : result);

export const opened = (delivery: Delivery): JobResult =>
  delivery instanceof Uint8Array ? (unpack(delivery) as JobResult) : delivery;

export const packed = (delivery: Delivery): Uint8Array => (delivery instanceof Uint8Array ? delivery : pack(delivery));
