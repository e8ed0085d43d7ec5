import type { CacheStats } from './cache.ts';

export interface Status {
  kind: 'status';
  version: 1;
  pid: number;
  uptimeMs: number;
  /** Filled in by whoever keeps the line of jobs; null within the process. */
  queue: { running: number; waiting: number } | null;
  stockfish: {
    /** Null: none was found; `problem` says what to do. */
    source: string | null;
    path: string | null;
    /** Equal where the answers are. */
    fingerprint: string | null;
    problem: string | null;
    engines: number;
    busy: number;
    /** The time that all searches have taken, of all engines together; it only grows. */
    busyMs: number;
    failures: number;
    pids: number[];
  };
  maia: {
    model: string;
    loaded: boolean;
    workers: number;
    busy: number;
    /** The same, of batches. */
    busyMs: number;
    failures: number;
    pids: number[];
  };
  cache: CacheStats;
}
