import type { Filling } from './text.ts';

/** What people typed, turned into a value, or into one sentence that says what to do about it. */
export type Result<T> = { ok: true; value: T } | Failure;

export interface Failure {
  ok: false;
  message: string;
  /** Which sentence the message is, so that it can be said in another language. */
  refusal?: Refusal | undefined;
}

/** A sentence of a catalogue by its key, with what fills its gaps. */
export interface Refusal {
  readonly key: string;
  readonly gaps: Readonly<Record<string, Filling>>;
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const no = (message: string): Failure => ({ ok: false, message });
