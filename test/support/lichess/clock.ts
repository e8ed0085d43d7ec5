import { CLOCK, type Clock, later } from '../../../src/lichess/clock.ts';

// As it is before a test puts its own in its place.
const elapsed = performance.now.bind(performance);

/** So many times as fast as ours, from now on: at a pace of 60 a minute takes a second. */
export function pacedClock(pace = 1): Clock {
  const began = Date.now();
  const start = elapsed();
  return {
    now: () => began + Math.round((elapsed() - start) * pace),
    sleep: (ms, signal) => CLOCK.sleep(ms / pace, signal),
  };
}

/** Again and again, until it is called off. */
export function every(clock: Clock, ms: number, act: () => void): () => void {
  let callOff = later(clock, ms, function again() {
    callOff = later(clock, ms, again);
    act();
  });
  return () => callOff();
}
