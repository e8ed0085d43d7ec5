import { depthFor, type ExpectedParams, rootDepth } from './params.ts';
import { ranked, type Valued } from './report.ts';
import type { MoveSummary } from './tree-values.ts';

/** How far an analysis has come. Numbers only ever grow, and phases follow one another. */
export interface ExpectedProgress {
  phase: 'maia-trees' | 'stockfish-eval' | 'complete';
  /** Moves that are done, or turned out not worth a tree. */
  currentMove: number;
  totalMoves: number;
  treeNodesEvaluated: number;
  totalTreeNodes: number;
  /** How long it will take in all, as it looked before the trees grew. */
  estimateMs: number;
  /** What can be said so far: finished moves first, then the others by what Maia alone makes of them. */
  ranking: ProgressMove[];
}

export interface ProgressMove {
  san: string;
  uci: string;
  /** Maia's probability. */
  maia: number;
  /** Null until the trees stand; preliminary until `expected` is there. */
  human: number | null;
  expected: number | null;
  winrate: number | null;
}

const isDone = (move: ProgressMove): move is ProgressMove & Valued => move.expected !== null;

/** Keeps count, and tells. */
export class ExpectedTracker {
  readonly #tell: (progress: ExpectedProgress) => void;
  readonly #moves = new Map<string, ProgressMove>();
  #progress: ExpectedProgress;

  constructor(tell: (progress: ExpectedProgress) => void, estimateMs: number) {
    this.#tell = tell;
    this.#progress = {
      phase: 'maia-trees',
      currentMove: 0,
      totalMoves: 0,
      treeNodesEvaluated: 0,
      totalTreeNodes: 0,
      estimateMs,
      ranking: [],
    };
  }

  begin(moves: number): void {
    this.#say({ totalMoves: this.#progress.totalMoves + moves });
  }

  grown(positions: number): void {
    this.#say({ totalTreeNodes: this.#progress.totalTreeNodes + positions });
  }

  evaluated(positions: number): void {
    this.#say({ treeNodesEvaluated: this.#progress.treeNodesEvaluated + positions });
  }

  /** The trees stand; what is left is Stockfish's. */
  preliminary(moves: readonly ProgressMove[]): void {
    for (const move of moves) this.#moves.set(move.uci, move);
    this.#say({ phase: 'stockfish-eval', ranking: this.#ranking() });
  }

  discarded(uci: string, positions: number): void {
    this.#moves.delete(uci);
    this.evaluated(positions);
    this.#finished();
  }

  done({ san, uci, maia, human, expected, winrate }: MoveSummary): void {
    this.#moves.set(uci, { san, uci, maia, human, expected, winrate });
    this.#finished();
  }

  complete(): void {
    this.#say({ phase: 'complete' });
  }

  #finished(): void {
    this.#say({ currentMove: this.#progress.currentMove + 1, ranking: this.#ranking() });
  }

  #ranking(): ProgressMove[] {
    const moves = [...this.#moves.values()];
    const open = moves.filter(move => !isDone(move));
    open.sort((a, b) => (b.human ?? -1) - (a.human ?? -1) || (a.uci < b.uci ? -1 : 1));
    return [...ranked(moves.filter(isDone)), ...open];
  }

  #say(news: Partial<ExpectedProgress>): void {
    this.#progress = { ...this.#progress, ...news };
    this.#tell(this.#progress);
  }
}

/** What is known when the trees begin to grow. */
interface Pace {
  /** Moves that look like candidates. */
  candidates: number;
  /** Of one engine. */
  nodesPerMs: number;
  engines: number;
}

// Measured on the positions of the bench for T from 0.1 to 0.003 and depths from 10 to 18; within a factor of two.
/** Positions of a candidate's tree, times the threshold. */
const TREE = 0.69;
/** Searches for what a move of the root is worth, per candidate: some of them turn out to be none. */
const ROOT_SEARCHES = 1.5;
/** Searches per position of a tree, and what follows a line when it ends, in thresholds. */
const SEARCHES = 0.75;
const WEIGHT = 1.6;
const NODES_AT_12 = 27_000;
const GROWTH = 1.5;
/** With residual `tail`: how many positions of a tree rare moves branch off from, and what a glance at those takes. */
const INNER = 0.49;
const TAIL_NODES = 70_000;
const MAIA_MS = 5;

const nodesAt = (depth: number): number => NODES_AT_12 * GROWTH ** (depth - 12);

/** How long an analysis will take, before it is begun. */
export function estimateMs(params: ExpectedParams, { candidates, nodesPerMs, engines }: Pace): number {
  const positions = (candidates * TREE) / params.threshold;
  const tails = params.residual === 'tail' ? INNER * TAIL_NODES : 0;
  const root = candidates * ROOT_SEARCHES * nodesAt(rootDepth(params));
  const trees = positions * (SEARCHES * nodesAt(depthFor(params, WEIGHT * params.threshold)) + tails);
  const nodes = params.leaf === 'maia' ? root : root + trees;
  return nodes / nodesPerMs / engines + positions * MAIA_MS;
}
