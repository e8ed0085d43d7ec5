import type { Failure, Refusal } from './result.ts';

/** All kinds of failures that a person can be told about. */
export const FAULTS = [
  'bad-input', // what was asked cannot be done as asked
  'engine-missing', // no Stockfish was found
  'engine-failed', // Stockfish died, hung or gave an invalid answer, twice
  'model-missing', // Maia's files are not here and cannot be fetched
  'model-broken', // Maia's files are here but are not what they should be
  'lichess-failed', // Lichess is down, cannot be reached, or gives an answer that Kibitz does not understand
  'rate-limited', // Lichess asks for a pause
  'lichess-refused', // Lichess does not take the token in Kibitz's configuration
  'discord-failed', // Discord cannot be reached, or refuses the bot
  'store-failed', // the store cannot be read or written
  'cancelled',
  'deadline',
  'too-large', // reading or drawing the input takes more time or memory than is allowed
  'busy', // too many jobs wait
  'closing', // the service is shutting down
  'crashed', // the analysis process died twice while it ran this job
  'internal', // a bug in Kibitz
] as const;
export type FaultCode = (typeof FAULTS)[number];

interface FaultOptions extends ErrorOptions {
  /** The key and the fillings of the message in the catalogue, if it is from there. */
  refusal?: Refusal | undefined;
  /** How long to wait before the next attempt, where that is known. */
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

/** A fault for input that cannot be used. */
export const badInput = ({ message, refusal }: Failure): Fault => new Fault('bad-input', message, { refusal });

export const cancelled = (): Fault => new Fault('cancelled', 'Cancelled.');

/** What an aborted signal means: the fault it was aborted with, or a plain cancellation. */
export const faultOfSignal = (signal: AbortSignal): Fault =>
  signal.reason instanceof Fault ? signal.reason : cancelled();

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw faultOfSignal(signal);
}

/** The meaning of the system's error codes, as the end of a sentence about a file or an address. */
const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file in its place',
  EACCES: 'there is no permission for it',
  EPERM: 'there is no permission for it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EADDRINUSE: 'the port is taken',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNREFUSED: 'the connection was refused',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to it',
  ECONNRESET: 'the connection was dropped',
  EPIPE: 'the connection was dropped',
  UND_ERR_SOCKET: 'the connection was dropped',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

/** The reason of a system error, in words where its code is known. */
export const systemReason = ({ code = '', message }: { code?: string | undefined; message: string }): string =>
  SYSTEM_REASONS[code] ?? (message || code);

/** The fault behind anything thrown; a bug keeps its message but gets the code `internal`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('internal', `Something went wrong inside Kibitz: ${message}`, { cause: error });
}
