import { z } from 'zod';

/** The state of the process, or of all workers together. It is validated when it comes from another machine. */

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const pids = z.array(count).max(10_000);
const text = z.string().max(10_000);

export const Status = z.object({
  kind: z.literal('status'),
  version: z.literal(1),
  pid: count,
  uptimeMs: count,
  /** Filled in by the process in which jobs wait; null in the analysis process. */
  queue: z.object({ running: count, waiting: count }).nullable(),
  stockfish: z.object({
    /** Null: none was found; `problem` says what to do. */
    source: text.nullable(),
    path: text.nullable(),
    /** Equal for two Stockfishes that give equal answers. */
    fingerprint: text.nullable(),
    problem: text.nullable(),
    engines: count,
    busy: count,
    /** The time that all searches of all engines have taken so far. */
    busyMs: count,
    failures: count,
    pids,
  }),
  maia: z.object({
    model: text,
    loaded: z.boolean(),
    workers: count,
    busy: count,
    /** The time that all batches have taken so far. */
    busyMs: count,
    failures: count,
    pids,
  }),
  cache: z.object({
    /** Null: nothing is kept on disk; `problem` says why. */
    path: text.nullable(),
    problem: text.nullable(),
    entries: count,
    bytes: count,
    hits: count,
    misses: count,
  }),
  /** Workers of other versions at the same Redis, which get no jobs. */
  refused: z.object({ kibitz: text, protocol: count, workers: count }).array().max(1000).optional(),
});
export type Status = z.infer<typeof Status>;
