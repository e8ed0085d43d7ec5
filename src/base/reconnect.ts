import { Paused } from '../lichess/rate-limit.ts';
import type { Clock } from './clock.ts';
import { type Fault, toFault } from './fault.ts';

/** A connection that lasted for so long was a good one, however it ended. To open one must not take as long. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface Kept<T> {
  clock: Clock;
  signal: AbortSignal;
  /** One connection until it ends. An answer ends all of it. */
  connect: () => Promise<T | undefined>;
  /** Before every pause: how often in a row it has ended too soon, from 1 on, and why; no reason if it was closed. */
  onTrouble: (failures: number, fault: Fault | undefined) => void;
  /** After so many failures in a row; none of them, if it was a good one. */
  pauseMs?: (failures: number) => number;
}

/** Connects again and again, with a pause before each time; nothing comes of it when it is aborted. Never fails. */
export async function keepOpen<T>({ clock, signal, connect, onTrouble, pauseMs }: Kept<T>): Promise<T | undefined> {
  let failures = 0;
  while (!signal.aborted) {
    const opened = clock.now();
    let fault: Fault | undefined;
    try {
      const answer = await connect();
      if (answer !== undefined) return answer;
    } catch (error) {
      fault = toFault(error);
    }
    if (signal.aborted) return undefined;
    failures = clock.now() - opened >= STEADY_MS ? 0 : failures + 1;
    onTrouble(failures, fault);
    await clock.sleep(pauseAfter(failures, fault, pauseMs), signal).catch(() => undefined);
  }
  return undefined;
}

/** Twice as long with every failure in a row, if nobody says otherwise. */
const doubling = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));

/** At least as long as Lichess asks for. */
export const pauseAfter = (failures: number, fault: Fault | undefined, pauseMs = doubling): number =>
  Math.max(pauseMs(failures), fault instanceof Paused ? fault.ms : 0);
