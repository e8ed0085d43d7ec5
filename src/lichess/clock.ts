import { setTimeout } from 'node:timers/promises';
import { faultOfSignal } from '../engine/fault.ts';

/** Time, as whoever waits needs it; tests have their own. */
export interface Clock {
  /** In milliseconds since some moment; nobody can set it. */
  now(): number;
  /** Rejects with the signal's fault as soon as that is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, signal && { signal });
    } catch (error) {
      throw signal ? faultOfSignal(signal) : error;
    }
  },
};
