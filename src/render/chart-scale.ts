import { clamp } from './share.ts';

/** The part of 0 to 1 that an axis shows, and where it has numbers. */
interface Scale {
  from: number;
  to: number;
  ticks: number[];
}

/**
 * Bars begin at 0, and half as long is half as good, as long as the moves are this far apart. Closer together they could
 * hardly be told apart, and the question is which is better: then the axis begins later, and every bar shows that it is cut.
 */
const APART = 0.12;
/** In percents: around what is shown on a cut axis, and what its ends are multiples of. */
const AIR = 3;
const ROUND = 5;
/** A cut that hides less than this is not worth it. */
const LEAST_HIDDEN = 0.5;

// Counted in hundredths: tenths do not add up.
function ticksOf(from: number, to: number): number[] {
  const [first, last] = [Math.round(from * 100), Math.round(to * 100)];
  const step = last - first <= 25 ? 5 : last - first <= 50 ? 10 : 25;
  const ticks: number[] = [];
  for (let tick = first; tick <= last; tick += step) ticks.push(tick / 100);
  return ticks;
}

/** `ranked` are the values that the bars are about; `others` are marks that must be on the axis too. */
export function scaleOf(ranked: readonly number[], others: readonly number[]): Scale {
  const whole = { from: 0, to: 1, ticks: ticksOf(0, 1) };
  if (ranked.length < 2 || Math.max(...ranked) - Math.min(...ranked) >= APART) return whole;
  const all = [...ranked, ...others];
  const low = Math.floor((Math.min(...all) * 100 - AIR) / ROUND) * ROUND;
  const high = Math.ceil((Math.max(...all) * 100 + AIR) / ROUND) * ROUND;
  const from = clamp(low, 0, 100) / 100;
  const to = clamp(high, 0, 100) / 100;
  return from + 1 - to < LEAST_HIDDEN || from === 0 ? whole : { from, to, ticks: ticksOf(from, to) };
}
