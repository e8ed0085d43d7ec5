import type { Filling } from './text.ts';

/** The value that was read from input, or a sentence that says what is wrong with the input and what to do. */
export type Result<T> = { ok: true; value: T } | Failure;

export interface Failure {
  ok: false;
  message: string;
  /** The message's key and fillings, so that it can be said in another language. */
  refusal?: Refusal | undefined;
}

/** A sentence of a catalogue by its key, with what fills its gaps. */
export interface Refusal {
  readonly key: string;
  readonly gaps: Readonly<Record<string, Filling>>;
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const no = (message: string): Failure => ({ ok: false, message });
