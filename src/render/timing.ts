/** How long the pictures of a game are shown. Milliseconds, where nothing else is said. */

export const DELAY = { usual: 700, min: 100, max: 10_000 };
/** For moves made at once, and for long thinks. */
const BY_CLOCK = { min: 250, max: 2500 };
/** The last one, before it begins again. */
export const HELD_MS = 3000;

/** How the bar moves: in so many steps at the most, each this long, and in no more than half of the time there is. */
export const STEP_MS = 50;
const STEPS = 4;

/** A larger gain is no increment but the time for the next forty moves. Seconds. */
const MAX_INCREMENT = 60;

/** Seconds on the clock of the side that moved, after each half-move. */
type Clocks = readonly (number | undefined)[];

/** What each half-move took. Increments are not told, but nobody can gain more by a move than they are. */
export function timeSpent(clocks: Clocks): (number | undefined)[] {
  const used = clocks.map((now, ply) => {
    const before = clocks[ply - 2];
    return now === undefined || before === undefined || now - before > MAX_INCREMENT ? undefined : before - now;
  });
  const increment = Math.max(0, ...used.map(time => (time === undefined ? 0 : -time)));
  return used.map(time => (time === undefined ? undefined : time + increment));
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const within = (value: number, { min, max }: { min: number; max: number }) => Math.max(min, Math.min(max, value));

/**
 * One delay a position, for a game of so many half-moves. A position is shown as long as the next move takes; by the
 * clock that is the usual time for a move that took as long as most did, and twice that for one that took four times as
 * long: a think is felt, and nobody sits through it.
 */
export function delays(plies: number, delay: number | 'clock', clocks: Clocks): number[] {
  const spent = delay === 'clock' ? timeSpent(clocks) : [];
  const typical = median(spent.filter(time => time !== undefined && time > 0) as number[]);
  const shown = Array.from({ length: plies }, (_, ply) => {
    if (delay !== 'clock') return delay;
    const time = spent[ply];
    if (time === undefined || typical === undefined) return DELAY.usual;
    return Math.round(within(DELAY.usual * Math.sqrt(time / typical), BY_CLOCK));
  });
  return [...shown, HELD_MS];
}

/** Where the bar is after each step from one share to another, the last step included: fast at first, then slower. */
export function glide(from: number, to: number, delay: number): number[] {
  const steps = Math.max(1, Math.min(STEPS, Math.floor(delay / 2 / STEP_MS)));
  return Array.from({ length: steps }, (_, step) => to + (from - to) * (1 - (step + 1) / steps) ** 2);
}
