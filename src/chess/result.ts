import { type Refusal, type RefusalGaps, type RefusalKey, sentenceOf } from './refusals.ts';

/** What people typed, turned into a value, or into one sentence that says what to do about it. */
export type Result<T> = { ok: true; value: T } | Failure;

export interface Failure {
  ok: false;
  message: string;
  /** Which sentence that is, where others are to read it in their language. */
  refusal?: Refusal | undefined;
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const no = (message: string): Failure => ({ ok: false, message });

export const refuse = <K extends RefusalKey>(key: K, gaps: RefusalGaps<K>): Failure =>
  refused({ key, gaps: gaps as Refusal['gaps'] });

/** The same about another field: that which somebody has filled in, whatever stands in it. */
export const inField = (failure: Pick<Failure, 'message' | 'refusal'>, field: string): Failure =>
  failure.refusal ? refused({ ...failure.refusal, gaps: { ...failure.refusal.gaps, field } }) : no(failure.message);

const refused = (refusal: Refusal): Failure => ({ ok: false, message: sentenceOf(refusal), refusal });
