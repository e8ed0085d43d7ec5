import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { evaluate } from '../analysis/eval.ts';
import { predictMoves } from '../analysis/maia.ts';
import { current, type Game, playUci } from '../chess/game.ts';
import { moveOf, parsePosition } from '../chess/position.ts';
import { Fault } from '../engine/fault.ts';
import type { Claim } from '../engine/queue.ts';
import { Cache } from './cache.ts';
import { type Asker, EngineRoom } from './engines.ts';
import type { Job, JobKind, JobOf, JobResults, Progress } from './jobs.ts';
import type { AnalysisSettings } from './settings.ts';

export interface RunOptions {
  claim: Claim;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

type Handlers = { [K in JobKind]: (job: JobOf<K>, options: RunOptions) => Promise<JobResults[K]> };

/** Runs jobs on the engines of this process. The forked child holds one; so will a worker on another machine. */
export class JobRunner {
  readonly #cache: Cache;
  readonly #engines: EngineRoom;
  readonly #started = performance.now();

  readonly #handlers: Handlers = {
    eval: async (job, options) => {
      const position = current(gameOf(job.input));
      for (const uci of job.params.searchmoves ?? [])
        if (!moveOf(position, uci)) throw new Fault('bad-input', `searchmoves: ${uci} is not a legal move there.`);
      const { searchmoves, ...params } = job.params;
      return evaluate(
        position,
        { ...params, ...(searchmoves && { searchmoves }) },
        this.#engines.for(asker(job, options)),
      );
    },
    maia: async (job, options) => predictMoves(gameOf(job.input), job.params, this.#engines.for(asker(job, options))),
    status: async () => ({
      kind: 'status',
      version: 1,
      pid: process.pid,
      uptimeMs: Math.round(performance.now() - this.#started),
      ...this.#engines.status(),
    }),
  };

  constructor(settings: AnalysisSettings, log: Logger) {
    this.#cache = new Cache({ folder: settings.dataDir, maxBytes: settings.cacheMb * 1024 * 1024, log });
    this.#engines = new EngineRoom(settings, this.#cache, log);
  }

  async run<K extends JobKind>(job: JobOf<K>, options: RunOptions): Promise<JobResults[K]> {
    const handler = this.#handlers[job.kind as K];
    // One job asks the engines hundreds of things at once, and each of them listens for its end.
    setMaxListeners(0, options.signal);
    return handler(job, options);
  }

  async close(): Promise<void> {
    await this.#engines.close();
    this.#cache.close();
  }

  kill(): void {
    this.#engines.kill();
  }
}

const asker = (job: Extract<Job, { cache: boolean }>, { claim, signal, onProgress }: RunOptions): Asker => ({
  claim,
  signal,
  cache: job.cache,
  onDownload: progress => onProgress({ kind: 'download', ...progress }),
});

function gameOf({ fen, moves }: { fen: string; moves: string[] }): Game {
  const start = parsePosition(fen);
  if (!start.ok) throw new Fault('bad-input', start.message);
  const game = playUci(start.value, moves);
  if (!game) throw new Fault('bad-input', 'moves: these moves cannot be played from this position.');
  return game;
}
