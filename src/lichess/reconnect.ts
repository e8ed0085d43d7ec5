import { backoffMs } from '../engine/backoff.ts';
import { type Fault, type FaultCode, throwIfAborted, toFault } from '../engine/fault.ts';
import type { LichessClient } from './client.ts';
import { Paused } from './pauses.ts';

/** A connection that lasts less is as bad as none: somebody else may be using the same token. */
const LASTING_MS = 2000;

/** What may be different the next time. */
const PASSING: readonly FaultCode[] = ['lichess-failed', 'rate-limited', 'deadline'];

export interface ReconnectOptions {
  signal?: AbortSignal;
  /** What ended a connection; nothing where the other end closed it. */
  onLost?: (fault: Fault | undefined) => void;
}

/**
 * One connection after another, for as long as somebody listens: ends with the fault of the signal, or with one that
 * waiting does not mend. `open` is such as `eventStream`.
 */
export async function* reconnecting<T>(
  { clock }: LichessClient,
  open: () => AsyncIterable<T>,
  { signal, onLost }: ReconnectOptions = {},
): AsyncGenerator<T, void, undefined> {
  for (let failures = 0; ; failures++) {
    const opened = clock.now();
    let fault: Fault | undefined;
    try {
      yield* open();
    } catch (error) {
      fault = toFault(error);
      throwIfAborted(signal);
      if (!PASSING.includes(fault.code)) throw fault;
    }
    onLost?.(fault);
    if (clock.now() - opened >= LASTING_MS) failures = 0;
    await clock.sleep(fault instanceof Paused ? fault.ms : backoffMs(failures), signal);
  }
}
