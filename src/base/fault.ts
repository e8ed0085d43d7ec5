import type { Failure, Refusal } from './result.ts';

/** Everything that can go wrong with the surroundings, and what a person is told about it. */
export const FAULTS = [
  'bad-input', // what was asked cannot be done as asked
  'engine-missing', // no Stockfish to be found
  'engine-failed', // Stockfish died, hung or talked nonsense, twice
  'model-missing', // Maia's files are not here and cannot be fetched
  'model-broken', // Maia's files are here but are not what they should be
  'lichess-failed', // Lichess is down, out of reach, or says what Kibitz does not understand
  'rate-limited', // Lichess asks for a pause
  'lichess-refused', // Lichess does not take the token of whoever runs Kibitz
  'discord-failed', // Discord is out of reach, or does not want us
  'store-failed', // what people have left with Kibitz cannot be read or written
  'cancelled',
  'deadline',
  'too-large', // reading or drawing it takes more time or memory than there is for it
  'busy', // too many jobs wait
  'closing', // the service is shutting down
  'crashed', // the analysis process died under this job twice
  'internal', // a bug of ours
] as const;
export type FaultCode = (typeof FAULTS)[number];

interface FaultOptions extends ErrorOptions {
  /** Which sentence the message is, where it is one of those. */
  refusal?: Refusal | undefined;
  /** How long to wait before it is tried again, where that is known. */
  retryAfterMs?: number | undefined;
}

export class Fault extends Error {
  readonly code: FaultCode;
  readonly refusal: Refusal | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options);
    this.name = 'Fault';
    this.code = code;
    this.refusal = options.refusal;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** What people gave cannot be taken. */
export const badInput = ({ message, refusal }: Failure): Fault => new Fault('bad-input', message, { refusal });

export const cancelled = (): Fault => new Fault('cancelled', 'Cancelled.');

/** What an aborted signal means: the fault it was aborted with, or a plain cancellation. */
export const faultOfSignal = (signal: AbortSignal): Fault =>
  signal.reason instanceof Fault ? signal.reason : cancelled();

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw faultOfSignal(signal);
}

/** The fault behind anything thrown; a bug keeps its message but gets the code `internal`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('internal', `Something went wrong inside Kibitz: ${message}`, { cause: error });
}
