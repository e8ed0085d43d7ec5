/** How long a move is thought about: as people do, and never so long that the clock runs out. */

/** Our clock, in milliseconds, at the moment the move is due. */
export interface ClockTime {
  left: number;
  increment: number;
}

export interface ThinkTimeParams {
  /** None where days may pass between two moves. */
  clock: ClockTime | undefined;
  /** Our own moves so far. */
  move: number;
  legal: number;
  /** Of what people would play here, in bits: how hard it is to choose. */
  entropy: number;
  /** What a move costs beside thinking, on the way there and back. */
  overheadMs: number;
  /** 1 as people think, 0 not at all. */
  pace: number;
}

/** Before anything is measured: 100 ms each way, and a little for the answer. */
export const USUAL_OVERHEAD_MS = 250;

/** With less on the clock a move has to be made within a second, the round trip included. */
const LOW_MS = 15_000;
const LOW_THOUGHT_MS = 500;
/** Time for the round trips of so many more moves is kept: the longest of 3000 games on Lichess had 112. */
const RESERVED_MOVES = 100;
/** No single move takes more of the clock, nor longer than a patient opponent waits. */
const MOST_OF_CLOCK = 1 / 8;
const LONGEST_MS = 60_000;
/** A forced move is seen at once. */
const FORCED_MS = 200;
/** Where there is no clock. */
const UNHURRIED_MS = 4_000;
/** Part of the increment is spent at once, the rest is kept. */
const OF_INCREMENT = 0.5;

/** What people spend of the time they have left, by the moves they have made: 1492 games of 10+0 on Lichess. */
const SHARES: readonly (readonly [move: number, share: number])[] = [
  [2, 0.006],
  [6, 0.012],
  [10, 0.019],
  [16, 0.03],
  [25, 0.045],
  [35, 0.052],
  [45, 0.042],
];

/** In 674 positions of real games the mean entropy of Maia at 1500 was 1.94 bits: there the factor is 1. */
const EASIEST = 0.2;
const PER_BIT = 0.41;
/** People are not clocks: the logarithm of a thought's length varies by so much. */
const SPREAD = 0.4;

/** How long to think in all, the analysis included. `random` gives numbers from 0 up to, but not including, 1. */
export function thinkMs(thought: ThinkTimeParams, random: () => number): number {
  const { clock, legal, pace, entropy } = thought;
  const length = pace * difficulty(entropy) * noise(random);
  if (!clock) return Math.min(LONGEST_MS, UNHURRIED_MS * length);
  const limit = clock.left < LOW_MS ? LOW_THOUGHT_MS : LONGEST_MS;
  const most = Math.min(limit, clock.left * MOST_OF_CLOCK, legal === 1 ? FORCED_MS : limit);
  return Math.min(most, budgetMs(thought, clock) * length);
}

/** For a position of the usual difficulty. */
function budgetMs({ move, overheadMs }: ThinkTimeParams, { left, increment }: ClockTime): number {
  const lost = overheadMs - increment;
  const free = Math.max(0, left - RESERVED_MOVES * Math.max(0, lost));
  return shareAt(move) * free + OF_INCREMENT * Math.max(0, -lost);
}

function shareAt(move: number): number {
  const next = SHARES.findIndex(([at]) => at >= move);
  const [to, share] = SHARES.at(next) as (typeof SHARES)[number];
  const [from, before] = SHARES[next - 1] ?? [to - 1, share];
  return next < 0 ? share : before + ((share - before) * (move - from)) / (to - from);
}

const difficulty = (entropy: number): number => EASIEST + PER_BIT * entropy;

/** Around 1, never below zero; its mean is 1. https://en.wikipedia.org/wiki/Box–Muller_transform */
function noise(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(SPREAD * normal - SPREAD ** 2 / 2);
}

/** In bits. */
export const entropyOf = (shares: readonly { probability: number }[]): number =>
  shares.reduce((sum, { probability: p }) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);

/** An analysis that is late is given up after this long, and something sensible is played instead. */
export function patienceMs(clock: ClockTime | undefined): number {
  if (!clock) return PATIENT_MS;
  return clock.left < LOW_MS ? Math.min(IMPATIENT_MS, clock.left * MOST_OF_CLOCK) : clock.left * MOST_OF_CLOCK;
}
const PATIENT_MS = 10 * 60_000;
const IMPATIENT_MS = 700;
