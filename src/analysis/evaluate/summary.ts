import { PHASES, type Phase } from '../../chess/game.ts';
import { BANDS } from './bands.ts';
import { type Cluster, clusteredMean, type Mean } from './mean.ts';
import { MEASURES, type Measure, type Measured } from './measures.ts';

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
export type Row = { games: number; moves: number } & Record<Measure, Mean | null>;

export interface EvaluationSummary {
  all: Row;
  /** Of these, moves without a choice: whoever is asked is right about them. */
  forced: number;
  bands: (Row & { band: string })[];
  phases: (Row & { phase: Phase })[];
  /** Each phase of each band. */
  both: (Row & { band: string; phase: Phase })[];
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

function rowOf(moves: readonly MeasuredMove[]): Row {
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
