import { setTimeout } from 'node:timers/promises';
import { CLOCK, type Clock, later } from '../../../src/base/clock.ts';
import { VirtualClock } from '../clock.ts';

const STEP_MS = 2;

interface RunningClock extends Clock {
  stop(): void;
}

/** Our own time, by a clock that tests which put forward theirs do not touch. */
export function realClock(): RunningClock {
  const began = Date.now();
  const elapsed = performance.now.bind(performance);
  const start = elapsed();
  return { now: () => began + Math.round(elapsed() - start), sleep: CLOCK.sleep, stop: () => undefined };
}

/** The most while a request is under way: it would be late otherwise. */
const BUSY_PACE = 60;

/**
 * Up to so many times as fast as ours: at a pace of 60 a minute takes a second. It waits for those in this process who
 * are busy, so that nobody is late on a slow machine who would not be late on a fast one.
 */
export function pacedClock(pace: number, isBusy: () => boolean): RunningClock {
  const began = Date.now();
  const clock = new VirtualClock();
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      await setTimeout(STEP_MS, undefined, { ref: false });
      await clock.advance(STEP_MS * (isBusy() ? Math.min(pace, BUSY_PACE) : pace));
    }
  };
  void run();
  return {
    now: () => began + clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    stop: () => {
      stopped = true;
    },
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
