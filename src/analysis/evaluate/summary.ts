import { PHASES, type Phase } from '../../chess/game.ts';
import type { MoveChoices } from './game.ts';

/** The ratings of players, in bands that are wide enough for a statement. */

const LOWEST = 1200;
const HIGHEST = 2200;
const WIDTH = 200;

const steps = Array.from({ length: (HIGHEST - LOWEST) / WIDTH }, (_, index) => LOWEST + index * WIDTH);

/** Lowest first; players without a known rating come last. */
export const BANDS: readonly string[] = [
  `below ${LOWEST}`,
  ...steps.map(from => `${from}–${from + WIDTH - 1}`),
  `from ${HIGHEST}`,
  'no rating',
];

export function bandOf(rating: number | undefined): string {
  const index = rating === undefined ? BANDS.length - 1 : bandIndex(rating);
  return BANDS[index] as string;
}

const bandIndex = (rating: number): number =>
  Math.min(steps.length + 1, Math.max(0, Math.floor((rating - LOWEST) / WIDTH) + 1));

/** What can be said of one move of a real game: 1 for yes, 0 for no, but for the likelihood. */
const MEASURES = [
  /** The move that was played is Maia's first choice; is one of her first three; and how likely she held it. */
  'first',
  'three',
  'logLikelihood',
  /** Maia's first choice is Stockfish's; is one of its first three; Stockfish's is one of her first three. */
  'stockfishFirst',
  'stockfishThree',
  'stockfishAmong',
  /** The same of the people: what they played is Stockfish's first choice; is one of its first three. */
  'peopleFirst',
  'peopleThree',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Null where Stockfish was not asked. */
export type Measured = Record<Measure, number | null>;

export function measure(played: string, maia: MoveChoices, stockfish: MoveChoices | undefined): Measured {
  const [hers = ''] = maia.top;
  const engines = stockfish?.top ?? [];
  const [best = ''] = engines;
  const flag = (holds: boolean): number => (holds ? 1 : 0);
  const asked = (holds: boolean): number | null => (stockfish ? flag(holds) : null);
  return {
    first: flag(hers === played),
    three: flag(maia.top.includes(played)),
    logLikelihood: maia.logLikelihood,
    stockfishFirst: asked(hers === best),
    stockfishThree: asked(engines.includes(hers)),
    stockfishAmong: asked(maia.top.includes(best)),
    peopleFirst: asked(played === best),
    peopleThree: asked(engines.includes(played)),
  };
}

/** One move of a real game, and what is said of it. */
export interface MeasuredMove {
  /** Its number, whichever games there are. */
  game: number;
  band: string;
  phase: Phase;
  /** There was no other. */
  forced: boolean;
  measured: Measured;
}

/** What is said of some of the moves. */
export type SummaryRow = { games: number; moves: number } & Record<Measure, Mean | null>;

export interface EvaluationSummary {
  all: SummaryRow;
  /** Of these, moves without a choice, which every model predicts. */
  forced: number;
  bands: (SummaryRow & { band: string })[];
  phases: (SummaryRow & { phase: Phase })[];
  /** Each phase of each band. */
  both: (SummaryRow & { band: string; phase: Phase })[];
}

/** Bands and phases without a move are left out. */
export function summarizeMoves(moves: readonly MeasuredMove[]): EvaluationSummary {
  const bands = BANDS.map(band => ({ band, own: moves.filter(move => move.band === band) }));
  return {
    all: rowOf(moves),
    forced: moves.filter(({ forced }) => forced).length,
    bands: bands.filter(({ own }) => own.length > 0).map(({ band, own }) => ({ band, ...rowOf(own) })),
    phases: phaseRows(moves),
    both: bands.flatMap(({ band, own }) => phaseRows(own).map(row => ({ band, ...row }))),
  };
}

const phaseRows = (moves: readonly MeasuredMove[]): EvaluationSummary['phases'] =>
  PHASES.map(phase => ({ phase, own: moves.filter(move => move.phase === phase) }))
    .filter(({ own }) => own.length > 0)
    .map(({ phase, own }) => ({ phase, ...rowOf(own) }));

function rowOf(moves: readonly MeasuredMove[]): SummaryRow {
  const means = MEASURES.map(measure => [measure, clusteredMean(clustersOf(moves, measure))] as const);
  return {
    games: new Set(moves.map(({ game }) => game)).size,
    moves: moves.length,
    ...(Object.fromEntries(means) as Record<Measure, Mean | null>),
  };
}

function clustersOf(moves: readonly MeasuredMove[], measure: Measure): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const { game, measured } of moves) {
    const value = measured[measure];
    if (value === null) continue;
    const { sum, count } = clusters.get(game) ?? { sum: 0, count: 0 };
    clusters.set(game, { sum: sum + value, count: count + 1 });
  }
  return [...clusters.values()];
}

/**
 * A mean over the moves of many games, and how far it can be off. The moves of one game are alike: the same players,
 * the same opening, the same lost endgame. So not moves are counted as independent but games: a game is one cluster,
 * and the variance is that of a ratio of sums over clusters, with Student's distribution for the number of games.
 */
export interface Mean {
  mean: number;
  /**
   * Half of the 95 % interval. Null where too few games, or games that are all the same, say nothing of the scatter.
   */
  margin: number | null;
}

/** What the moves of one game add up to. */
export interface Cluster {
  sum: number;
  count: number;
}

/** With fewer games the variance is little more than a guess itself. */
export const MIN_GAMES = 10;

/** Null where there is nothing to take a mean of. */
export function clusteredMean(clusters: readonly Cluster[]): Mean | null {
  const present = clusters.filter(({ count }) => count > 0);
  const [games, moves] = [present.length, total(present, ({ count }) => count)];
  if (moves === 0) return null;
  const mean = total(present, ({ sum }) => sum) / moves;
  if (games < MIN_GAMES) return { mean, margin: null };
  const squares = total(present, ({ sum, count }) => (sum - mean * count) ** 2);
  const deviation = Math.sqrt((games / (games - 1)) * squares) / moves;
  return { mean, margin: deviation === 0 ? null : student(games - 1) * deviation };
}

/** Of the normal distribution, for 95 %. */
const Z = 1.959964;

/**
 * Student's 97.5 % quantile as a series around the normal one (Cornish and Fisher); 0.0003 off at 9 degrees of freedom.
 */
function student(degrees: number): number {
  const [z, z3, z5, z7] = [Z, Z ** 3, Z ** 5, Z ** 7];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}

const total = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);
