import { setMaxListeners } from 'node:events';
import type { Color } from 'chessops/types';
import type { Logger } from 'pino';
import type { Engines } from '../analysis/engines.ts';
import { evaluate } from '../analysis/eval.ts';
import { evaluateMoves } from '../analysis/evaluate/game.ts';
import { expectedWinrates } from '../analysis/expected/expected.ts';
import type { ExpectedProgress } from '../analysis/expected/progress.ts';
import type { ExpectedReport } from '../analysis/expected/report.ts';
import { investigate } from '../analysis/investigation/investigation.ts';
import type { InvestigationProgress, InvestigationReport } from '../analysis/investigation/report.ts';
import { playMatchGame } from '../analysis/match/game.ts';
import { predictMany, predictMoves } from '../analysis/move-predictions.ts';
import { type EvaluateOptions, evaluateStretch } from '../analysis/review/game-evaluation.ts';
import type { ReviewProgress, ReviewReport } from '../analysis/review/report.ts';
import { reviewGame } from '../analysis/review/review.ts';
import type { WorkTime } from '../base/clock.ts';
import type { Claim } from '../base/fair-queue.ts';
import { Fault } from '../base/fault.ts';
import { current, type Game, playUci } from '../chess/game.ts';
import { moveOf, parsePosition } from '../chess/position.ts';

import { askedRating, type ModelChoice, modelIdentity } from '../engine/model-choice.ts';
import { investigationPgn } from '../present/investigation-pgn.ts';
import { type Answers, Cache, gameReportKey, reportKey } from './cache.ts';
import { ServiceEngines } from './engines.ts';
import type { Job, JobKind, JobOf, JobResults, Progress } from './jobs.ts';
import type { AnalysisSettings } from './protocol.ts';

export interface RunOptions {
  claim: Claim;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** To this the time is added that engines work for the job. */
  time?: WorkTime;
  /** Hands searches of a review to other workers, where there are any. */
  shareOut?: EvaluateOptions['shareOut'];
}

type Handlers = { [K in JobKind]: (job: JobOf<K>, options: RunOptions) => Promise<JobResults[K]> };

/** Runs jobs on the engines of this process, which is the analysis process or a worker. */
export class JobRunner {
  readonly #cache: Answers;
  readonly #engines: ServiceEngines;
  readonly #started = performance.now();

  readonly #handlers: Handlers = {
    eval: async (job, options) => {
      const position = current(gameOf(job.input));
      for (const uci of job.params.searchmoves ?? [])
        if (!moveOf(position, uci)) throw new Fault('bad-input', `searchmoves: ${uci} is not a legal move there.`);
      const { searchmoves, ...params } = job.params;
      return evaluate(position, { ...params, ...(searchmoves && { searchmoves }) }, this.#ask(job, options));
    },
    maia: async (job, options) => predictMoves(gameOf(job.input), job.params, this.#ask(job, options)),
    maias: async (job, options) => predictMany(job.inputs.map(gameOf), job.params, this.#ask(job, options)),
    expected: async (job, options) => this.#expected(job, options),
    review: async (job, options) => this.#review(job, options),
    stretch: async (job, options) => this.#stretch(job, options),
    investigate: async (job, options) => this.#investigate(job, options),
    match: async (job, options) => playMatchGame(gameOf(job.input), job.params, this.#ask(job, options)),
    evaluate: async (job, options) => evaluateMoves(gameOf(job.input), job.params, this.#ask(job, options)),
    status: async () => ({
      kind: 'status',
      version: 1,
      pid: process.pid,
      uptimeMs: Math.round(performance.now() - this.#started),
      queue: null,
      ...this.#engines.status(),
    }),
  };

  /** `share` adds the answers of other machines to the cache of this one. */
  constructor(settings: AnalysisSettings, log: Logger, share: (local: Cache) => Answers = local => local) {
    this.#cache = share(new Cache({ folder: settings.dataDir, maxBytes: cacheBytes(settings), log }));
    this.#engines = new ServiceEngines(settings, this.#cache, log);
  }

  async run<K extends JobKind>(job: JobOf<K>, options: RunOptions): Promise<JobResults[K]> {
    const handler = this.#handlers[job.kind as K];
    // Searches and predictions that a failed job has still asked for are aborted.
    const over = new AbortController();
    const signal = AbortSignal.any([options.signal, over.signal]);
    // A job has hundreds of requests at once, each of which listens to the signal.
    setMaxListeners(0, signal);
    try {
      return await handler(this.#fitted(job), { ...options, signal });
    } finally {
      over.abort();
    }
  }

  /** The model that a job is for. */
  #model(job: Job): ModelChoice {
    return this.#engines.choose('model' in job ? job.model : undefined);
  }

  /** The job with the nearest ratings that its model knows. */
  #fitted<J extends Job>(job: J): J {
    return 'params' in job ? { ...job, params: fitRatings(job.params, this.#model(job)) } : job;
  }

  /** The engines for one job. */
  #ask(job: Extract<Job, { cache: boolean }>, { claim, signal, time, onProgress }: RunOptions): Engines {
    const onlyOne = job.kind === 'maia' || job.kind === 'maias' || job.kind === 'match';
    return this.#engines.for({
      claim,
      signal,
      time,
      cache: job.cache,
      model: this.#model(job),
      ratings: onlyOne ? [job.params.rating] : ratingsIn(job.params),
      onDownload: progress => onProgress({ kind: 'download', ...progress }),
    });
  }

  async #expected(job: JobOf<'expected'>, options: RunOptions): Promise<ExpectedReport> {
    const { params, deterministic } = job;
    const game = gameOf(job.input);
    const cache = job.cache && !deterministic;
    const engines = this.#ask({ ...job, cache }, options);
    const key = cache && reportKey('expected', game, params, this.#engines.identity(this.#model(job)));
    const known = key && !job.trace && ((await this.#cache.get('report', key)) as ExpectedReport | undefined);
    if (known) return { ...known, cacheStatus: 'cached' };
    const onProgress = (progress: ExpectedProgress) => options.onProgress({ kind: 'expected', ...progress });
    const result = await expectedWinrates(game, params, engines, { deterministic, trace: job.trace, onProgress });
    const { trace: _, ...report } = result;
    if (key && !report.ending) this.#cache.set('report', key, report);
    return result;
  }

  async #review(job: JobOf<'review'>, options: RunOptions): Promise<ReviewReport> {
    const { input, params, deterministic } = job;
    const { fen, moves, ...notes } = input;
    const game = gameOf({ fen, moves });
    const cache = job.cache && !deterministic;
    const engines = this.#ask({ ...job, cache }, options);
    // With evaluations from the PGN no Stockfish is needed.
    const model = this.#model(job);
    const identity = () => (notes.evals ? modelIdentity(model) : this.#engines.identity(model));
    const key = cache && gameReportKey('review', input, params, identity());
    const known = key && ((await this.#cache.get('report', key)) as ReviewReport | undefined);
    if (known) return { ...known, cacheStatus: 'cached' };
    const onProgress = (progress: ReviewProgress) => options.onProgress({ kind: 'review', ...progress });
    const { shareOut } = options;
    const how = { deterministic, onProgress, ...(shareOut && { shareOut }) };
    const report = await reviewGame({ game, notes, params }, engines, how);
    if (key && !report.problem) this.#cache.set('report', key, report);
    return report;
  }

  async #stretch(job: JobOf<'stretch'>, options: RunOptions): Promise<JobResults['stretch']> {
    const { params, deterministic } = job;
    if (this.#engines.fingerprint !== params.engine)
      throw new Fault('engine-failed', 'This worker has another Stockfish.');
    const engines = this.#ask({ ...job, cache: job.cache && !deterministic }, options);
    const how = { limit: params.limit, deterministic, onEvaluated: () => undefined };
    return { kind: 'stretch', ...(await evaluateStretch(gameOf(job.input), params, engines, how)) };
  }

  async #investigate(job: JobOf<'investigate'>, options: RunOptions): Promise<InvestigationReport> {
    const { params, deterministic } = job;
    const game = gameOf(job.input);
    if (params.move !== null && !moveOf(current(game), params.move))
      throw new Fault('bad-input', `move: ${params.move} is not a legal move there.`);
    const cache = job.cache && !deterministic;
    const engines = this.#ask({ ...job, cache }, options);
    const key = cache && reportKey('investigate', game, params, this.#engines.identity(this.#model(job)));
    const known = key && ((await this.#cache.get('report', key)) as InvestigationReport | undefined);
    if (known) return { ...known, cacheStatus: 'cached' };
    const onProgress = (progress: InvestigationProgress) => options.onProgress({ kind: 'investigate', ...progress });
    const found = await investigate(game, params, engines, { deterministic, onProgress });
    const report = { ...found, pgn: investigationPgn(found, current(game)) };
    if (key && !report.problem && !report.ending) this.#cache.set('report', key, report);
    return report;
  }

  async close(): Promise<void> {
    await this.#engines.close();
    this.#cache.close();
  }

  kill(): void {
    this.#engines.kill();
  }
}

export const cacheBytes = ({ cacheMb }: AnalysisSettings): number => cacheMb * 1024 * 1024;

function gameOf({ fen, moves }: { fen: string; moves: string[] }): Game {
  const start = parsePosition(fen);
  if (!start.ok) throw new Fault('bad-input', start.message);
  const game = playUci(start.value, moves);
  if (!game) throw new Fault('bad-input', 'moves: these moves cannot be played from this position.');
  return game;
}

/** The ratings that a question is about. */
interface Rated {
  rating?: number;
  opponentRating?: number | undefined;
  ratings?: Record<Color, number>;
}

/** The parameters with the nearest ratings that the model knows, since a report names the ratings that were asked. */
export function fitRatings<P extends object>(params: P, model: ModelChoice): P {
  const { rating, opponentRating, ratings }: Rated = params;
  const asked = (one: number) => askedRating(model, one);
  return {
    ...params,
    ...(rating !== undefined && { rating: asked(rating) }),
    ...(opponentRating !== undefined && { opponentRating: asked(opponentRating) }),
    ...(ratings && { ratings: { white: asked(ratings.white), black: asked(ratings.black) } }),
  };
}

export function ratingsIn(params: object): number[] {
  const { rating, opponentRating, ratings }: Rated = params;
  return [rating, opponentRating, ratings?.white, ratings?.black].filter(one => one !== undefined);
}
