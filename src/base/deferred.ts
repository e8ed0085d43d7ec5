import { type Fault, faultOfSignal } from './fault.ts';

/** A promise that is settled from outside. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  /** Whether it has been resolved, rejected or aborted. */
  readonly settled: boolean;
  resolve(value: T): void;
  reject(fault: Fault): void;
}

/**
 * Aborting the signal rejects it at once; the signal must not be aborted yet. Once settled, nothing changes it, and it
 * no longer listens to the signal.
 */
export function deferred<T>(signal?: AbortSignal, onAbort: (fault: Fault) => void = () => undefined): Deferred<T> {
  let resolvePromise: (value: T) => void = () => undefined;
  let rejectPromise: (fault: Fault) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    resolvePromise = resolve;
    rejectPromise = reject;
  });
  let settled = false;
  const settle = () => {
    settled = true;
    signal?.removeEventListener('abort', abort);
  };
  const abort = () => {
    const fault = faultOfSignal(signal as AbortSignal);
    settle();
    rejectPromise(fault);
    onAbort(fault);
  };
  signal?.addEventListener('abort', abort);
  return {
    promise,
    get settled() {
      return settled;
    },
    resolve: value => {
      settle();
      resolvePromise(value);
    },
    reject: fault => {
      settle();
      rejectPromise(fault);
    },
  };
}
