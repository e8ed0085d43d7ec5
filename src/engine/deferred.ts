import { type Fault, faultOfSignal } from './fault.ts';

/** An answer that somebody waits for and somebody else will give. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(fault: Fault): void;
}

/** Once settled nothing changes it, and it no longer listens to the signal. Aborting rejects it at once. */
export function deferred<T>(signal?: AbortSignal, onAbort: (fault: Fault) => void = () => undefined): Deferred<T> {
  let resolvePromise: (value: T) => void = () => undefined;
  let rejectPromise: (fault: Fault) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    resolvePromise = resolve;
    rejectPromise = reject;
  });
  const abort = () => {
    const fault = faultOfSignal(signal as AbortSignal);
    rejectPromise(fault);
    onAbort(fault);
  };
  signal?.addEventListener('abort', abort, { once: true });
  const settled = () => signal?.removeEventListener('abort', abort);
  if (signal?.aborted) abort();
  return {
    promise,
    resolve: value => {
      settled();
      resolvePromise(value);
    },
    reject: fault => {
      settled();
      rejectPromise(fault);
    },
  };
}
