/** How far an investigation has come. Numbers only ever grow. */
export interface InvestigationProgress {
  searches: number;
  /** Branches that were found so far, and those that are done with. */
  branches: number;
  done: number;
}

/** Keeps count, and tells. */
export class Tracker {
  readonly #tell: (progress: InvestigationProgress) => void;
  readonly #progress: InvestigationProgress = { searches: 0, branches: 0, done: 0 };

  constructor(tell: (progress: InvestigationProgress) => void) {
    this.#tell = tell;
  }

  add(what: keyof InvestigationProgress, count = 1): void {
    this.#progress[what] += count;
    this.#tell({ ...this.#progress });
  }
}
