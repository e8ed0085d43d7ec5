import { type Fault, faultOfSignal } from './fault.ts';

/** An answer that somebody waits for and somebody else will give. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  /** Answered, refused or aborted: nobody waits any more. */
  readonly settled: boolean;
  resolve(value: T): void;
  reject(fault: Fault): void;
}

/** Once settled nothing changes it, and it no longer listens to the signal, which must not be aborted yet. Aborting rejects it at once. */
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
