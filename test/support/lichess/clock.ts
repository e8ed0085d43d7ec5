import { setTimeout } from 'node:timers/promises';

/** The time that counts on this Lichess, which may be given to the client too. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects once the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// As they are before a test puts its own in their place.
const elapsed = performance.now.bind(performance);

/** So many times as fast as ours: at a pace of 60 a minute takes a second. */
export function pacedClock(pace = 1): Clock {
  const began = Date.now();
  const start = elapsed();
  return {
    now: () => began + Math.round((elapsed() - start) * pace),
    sleep: (ms, signal) => setTimeout(ms / pace, undefined, { ref: false, ...(signal && { signal }) }),
  };
}

/** Does it later, unless what is returned is called before. */
export function later(clock: Clock, ms: number, run: () => void): () => void {
  const stop = new AbortController();
  clock.sleep(ms, stop.signal).then(
    () => stop.signal.aborted || run(),
    () => undefined, // called off
  );
  return () => stop.abort();
}

/** Again and again. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let stop = later(clock, ms, function again() {
    stop = later(clock, ms, again);
    run();
  });
  return () => stop();
}
