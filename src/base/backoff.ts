import type { Clock } from './clock.ts';
import { type Fault, toFault } from './fault.ts';

/** A connection that lasted for so long counts as a good one, however it ended. Opening one must take less. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;

interface KeptOpen<T> {
  clock: Clock;
  signal: AbortSignal;
  /** Opens one connection and resolves when it ends; a value ends `keepOpen`, too. `steady` marks it as a good one. */
  connect: (steady: () => void) => Promise<T | undefined>;
  /** Called before every pause with the number of bad connections in a row and the fault; none if it was closed. */
  onTrouble: (failures: number, fault: Fault | undefined) => void;
  /** The pause after so many bad connections in a row; 0 after a good one. */
  pauseMs?: (failures: number) => number;
}

/** Connects again and again, with a pause before each time, until the signal is aborted. Never fails. */
export async function keepOpen<T>(options: KeptOpen<T>): Promise<T | undefined> {
  const { clock, signal, connect, onTrouble, pauseMs = doublingMs } = options;
  let failures = 0;
  while (!signal.aborted) {
    const opened = clock.now();
    let isSteady = false;
    let fault: Fault | undefined;
    try {
      const answer = await connect(() => {
        isSteady = true;
      });
      if (answer !== undefined) return answer;
    } catch (error) {
      fault = toFault(error);
    }
    if (signal.aborted) return undefined;
    failures = isSteady || clock.now() - opened >= STEADY_MS ? 0 : failures + 1;
    onTrouble(failures, fault);
    await clock.sleep(Math.max(pauseMs(failures), fault?.retryAfterMs ?? 0), signal).catch(() => undefined); // aborted
  }
  return undefined;
}

/** A pause that doubles with each failure in a row. */
export const doublingMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));

/** A random pause, so that processes that failed together retry apart; its ceiling doubles with each failure. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);
  return MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
}
