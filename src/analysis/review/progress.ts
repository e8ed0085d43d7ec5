import { type Score, winPercent } from '../../chess/score.ts';

/** How far a review has come. Numbers only ever grow. */
export interface ReviewProgress {
  /** Positions that are evaluated, by Stockfish or by the PGN. */
  evaluated: number;
  positions: number;
  /** What Maia has answered, of what it was asked so far: several ratings for most positions. */
  predicted: number;
  predictions: number;
  /** White's, from 0 to 100, for each position from the start on; null where a position is not evaluated yet. */
  winPercents: (number | null)[];
}

/** Keeps count, and tells. */
export class ReviewTracker {
  readonly #tell: (progress: ReviewProgress) => void;
  readonly #winPercents: (number | null)[];
  #evaluated = 0;
  #predicted = 0;
  #predictions = 0;

  constructor(tell: (progress: ReviewProgress) => void, positions: number) {
    this.#tell = tell;
    this.#winPercents = new Array(positions).fill(null);
  }

  evaluated(ply: number, score: Score | null): void {
    this.#evaluated++;
    this.#winPercents[ply] = score && winPercent(score);
    this.#say();
  }

  asked(): void {
    this.#predictions++;
  }

  predicted(): void {
    this.#predicted++;
    this.#say();
  }

  #say(): void {
    this.#tell({
      evaluated: this.#evaluated,
      positions: this.#winPercents.length,
      predicted: this.#predicted,
      predictions: this.#predictions,
      winPercents: [...this.#winPercents],
    });
  }
}
