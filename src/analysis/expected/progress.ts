import { ranked, type Valued } from './report.ts';
import type { Summary } from './value.ts';

const PHASES = ['maia-trees', 'stockfish-eval', 'complete'] as const;
export type Phase = (typeof PHASES)[number];

/** How far an analysis has come. Numbers only ever grow, and phases follow one another. */
export interface ExpectedProgress {
  phase: Phase;
  /** Moves that are done, or turned out not worth a tree. */
  currentMove: number;
  totalMoves: number;
  treeNodesEvaluated: number;
  totalTreeNodes: number;
  /** How long it will take in all, as it looked before the trees grew. */
  estimateMs: number;
  /** What can be said so far: finished moves first, then the others by what Maia alone makes of them. */
  ranking: RankedMove[];
}

export interface RankedMove {
  san: string;
  uci: string;
  /** Maia's probability. */
  maia: number;
  /** Null until the trees stand; preliminary until `expected` is there. */
  human: number | null;
  expected: number | null;
  winrate: number | null;
}

const isDone = (move: RankedMove): move is RankedMove & Valued => move.expected !== null;

/** Keeps count, and tells. */
export class Tracker {
  readonly #tell: (progress: ExpectedProgress) => void;
  readonly #estimateMs: number;
  readonly #moves = new Map<string, RankedMove>();
  #phase: Phase = 'maia-trees';
  #currentMove = 0;
  #totalMoves = 0;
  #evaluated = 0;
  #total = 0;
  #ranking: RankedMove[] = [];

  constructor(tell: (progress: ExpectedProgress) => void, estimateMs: number) {
    this.#tell = tell;
    this.#estimateMs = estimateMs;
  }

  begin(moves: number): void {
    this.#totalMoves += moves;
    this.#say();
  }

  grown(positions: number): void {
    this.#total += positions;
    this.#say();
  }

  judged(positions: number): void {
    this.#evaluated += positions;
    this.#say();
  }

  /** The trees stand; what is left is Stockfish's. */
  preliminary(moves: readonly RankedMove[]): void {
    for (const move of moves) this.#moves.set(move.uci, move);
    this.#phase = 'stockfish-eval';
    this.#rank();
  }

  discarded(uci: string, positions: number): void {
    this.#moves.delete(uci);
    this.#currentMove++;
    this.judged(positions);
    this.#rank();
  }

  done({ san, uci, human, expected, winrate }: Summary, maia: number): void {
    this.#moves.set(uci, { san, uci, maia, human, expected, winrate });
    this.#currentMove++;
    this.#rank();
  }

  complete(): void {
    this.#phase = 'complete';
    this.#say();
  }

  #rank(): void {
    const moves = [...this.#moves.values()];
    const done = moves.filter(isDone);
    const open = moves.filter(move => !isDone(move));
    this.#ranking = [
      ...ranked(done),
      ...open.sort((a, b) => (b.human ?? -1) - (a.human ?? -1) || (a.uci < b.uci ? -1 : 1)),
    ];
    this.#say();
  }

  #say(): void {
    this.#tell({
      phase: this.#phase,
      currentMove: this.#currentMove,
      totalMoves: this.#totalMoves,
      treeNodesEvaluated: this.#evaluated,
      totalTreeNodes: this.#total,
      estimateMs: this.#estimateMs,
      ranking: this.#ranking,
    });
  }
}
