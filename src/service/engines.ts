import type { Logger } from 'pino';
import type { Cached, Engines } from '../analysis/engines.ts';
import type { WorkTime } from '../base/clock.ts';
import { deferred } from '../base/deferred.ts';
import { type Claim, isUrgent } from '../base/fair-queue.ts';
import { type Fault, throwIfAborted } from '../base/fault.ts';
import { EventLoopTurns } from '../base/limiter.ts';
import { aheadOfEngines } from '../base/process.ts';
import { SingleFlight } from '../base/single-flight.ts';
import { epdOf, fenOf, type Position } from '../chess/position.ts';
import { EnginePool } from '../engine/engine-pool.ts';
import { loadNet, netId } from '../engine/maia-net.ts';
import { ENCODINGS, type MaiaAnswer, type MaiaNet, MaiaPool, type MaiaRequest } from '../engine/maia-pool.ts';
import { HISTORY_LENGTH } from '../engine/maia3-encoding.ts';
import { chooseModel, knowsAllRatings, type ModelChoice, modelIdentity, modelName } from '../engine/model-choice.ts';
import type { PullProgress } from '../engine/model-store.ts';
import { type SearchRequest, type SearchResult, Stockfish } from '../engine/stockfish.ts';
import { locateStockfish, type StockfishBuild } from '../engine/stockfish-build.ts';
import { type Answers, digest } from './cache.ts';
import type { AnalysisSettings } from './protocol.ts';
import type { Status } from './status.ts';

/**
 * How many predictions are begun in one round of the event loop; two workers take this many at once. A job asks for
 * hundreds, and beginning all of them together would delay a move on a running clock by a tenth of a second.
 */
const PREDICTIONS_A_ROUND = 32;

interface EngineClient {
  claim: Claim;
  signal: AbortSignal;
  /** Whether the cache is read and written. */
  cache: boolean;
  model: ModelChoice;
  /** The ratings of the players that the job is about. */
  ratings: readonly number[];
  time: WorkTime | undefined;
  onDownload: (progress: PullProgress) => void;
}

/** Both engines of this process, started when first needed, behind the cache. */
export class ServiceEngines {
  readonly #settings: AnalysisSettings;
  readonly #cache: Answers;
  readonly #log: Logger;
  readonly #searches = new SingleFlight<Cached<SearchResult>>();
  readonly #predictions = new SingleFlight<Cached<MaiaAnswer>>();
  readonly #turns = new EventLoopTurns(PREDICTIONS_A_ROUND);
  readonly #closing = new AbortController();
  readonly #downloadListeners = new Set<(progress: PullProgress) => void>();
  readonly #nets = new Map<string, Promise<MaiaNet>>();
  #stockfish: { build: StockfishBuild; pool: EnginePool } | undefined;
  #maia: MaiaPool | undefined;

  constructor(settings: AnalysisSettings, cache: Answers, log: Logger) {
    this.#settings = settings;
    this.#cache = cache;
    this.#log = log;
  }

  /** The engines as one job may use them. */
  for(asker: EngineClient): Engines {
    return {
      model: modelName(asker.model, asker.ratings),
      allRatings: knowsAllRatings(asker.model),
      width: this.#settings.engines,
      search: (position, request) => this.#search(position, request, asker),
      predict: request => this.#predict(request, asker),
    };
  }

  /** The model of that name; without a name the configured one. */
  choose(name: string | undefined): ModelChoice {
    return chooseModel(name ?? this.#settings.model);
  }

  /** A name of the engine's file and the model, which changes with everything that could change an answer. */
  identity(model: ModelChoice): string {
    return `${this.fingerprint}|${modelIdentity(model)}`;
  }

  get fingerprint(): string {
    return this.#startStockfish().build.fingerprint;
  }

  async #search(position: Position, request: SearchRequest, asker: EngineClient): Promise<Cached<SearchResult>> {
    throwIfAborted(asker.signal);
    const { build, pool } = this.#startStockfish();
    // With a limited strength Stockfish chooses at random, so such an answer is neither shared nor kept.
    if (request.elo !== undefined)
      return { ...(await pool.search(position, request, asker.claim, asker.signal, asker.time)), cached: false };
    const key = searchKey(position, request, build.fingerprint);
    const known = asker.cache && ((await this.#cache.get('eval', key)) as SearchResult | undefined);
    if (known) return { ...known, cached: true };
    return this.#searches.run(flightKey(asker, key), asker.signal, async signal => {
      const result = await pool.search(position, request, asker.claim, signal, asker.time);
      if (asker.cache) this.#cache.set('eval', key, result);
      return { ...result, cached: false };
    });
  }

  async #predict(request: MaiaRequest, asker: EngineClient): Promise<Cached<MaiaAnswer>> {
    if (!isUrgent(asker.claim)) await this.#turns.next();
    throwIfAborted(asker.signal);
    const id = netId(asker.model, request.rating);
    const key = predictionKey(request, id, asker.model);
    const known = asker.cache && ((await this.#cache.get('maia', key)) as MaiaAnswer | undefined);
    if (known) return { ...known, cached: true };
    return this.#predictions.run(flightKey(asker, key), asker.signal, async signal => {
      const net = await this.#net(id, asker.model, request.rating, asker.onDownload, signal);
      const answer = await this.#startMaia().predict(net, request, asker.claim, signal, asker.time);
      if (asker.cache) this.#cache.set('maia', key, answer);
      return { ...answer, cached: false };
    });
  }

  #startStockfish(): { build: StockfishBuild; pool: EnginePool } {
    if (this.#stockfish) return this.#stockfish;
    const { stockfishPath, engines, hashMb, nice } = this.#settings;
    const build = locateStockfish(stockfishPath);
    const pool = new EnginePool({
      size: engines,
      start: signal => Stockfish.start(build, { hashMb, nice }, signal),
      onFailure: fault => this.#log.info({ code: fault.code }, `${fault.message} It is replaced.`),
    });
    this.#stockfish = { build, pool };
    return this.#stockfish;
  }

  #startMaia(): MaiaPool {
    this.#maia ??= new MaiaPool({
      workers: this.#settings.maiaWorkers,
      nice: aheadOfEngines(this.#settings.nice),
      onFailure: fault => this.#log.info({ code: fault.code }, `${fault.message} It is replaced.`),
    });
    return this.#maia;
  }

  /** Loads a model once, downloading it first if necessary; all who wait for a model see the progress. */
  async #net(
    id: string,
    model: ModelChoice,
    rating: number,
    onDownload: (progress: PullProgress) => void,
    signal: AbortSignal,
  ): Promise<MaiaNet> {
    this.#downloadListeners.add(onDownload);
    const net = deferred<MaiaNet>(signal);
    (this.#nets.get(id) ?? this.#load(id, model, rating)).then(net.resolve, net.reject);
    try {
      return await net.promise;
    } finally {
      this.#downloadListeners.delete(onDownload);
    }
  }

  #load(id: string, model: ModelChoice, rating: number): Promise<MaiaNet> {
    const net = loadNet(model, rating, this.#settings.modelDir, {
      onProgress: progress => {
        for (const listener of this.#downloadListeners) listener(progress);
      },
      signal: this.#closing.signal,
    });
    this.#nets.set(id, net);
    net.catch(() => this.#nets.delete(id)); // the next job that needs it tries again
    return net;
  }

  status(): Pick<Status, 'stockfish' | 'maia' | 'cache'> {
    const { engines, model, maiaWorkers } = this.#settings;
    let problem: string | null = null;
    try {
      this.#startStockfish();
    } catch (fault) {
      problem = (fault as Fault).message;
    }
    const { build, pool } = this.#stockfish ?? {};
    return {
      stockfish: {
        source: build?.source ?? null,
        path: build?.path ?? null,
        fingerprint: build?.fingerprint ?? null,
        problem,
        engines,
        busy: pool?.busy ?? 0,
        busyMs: Math.round(pool?.busyMs ?? 0),
        failures: pool?.failures ?? 0,
        pids: pool?.pids ?? [],
      },
      maia: {
        model,
        loaded: this.#maia !== undefined,
        workers: maiaWorkers,
        busy: this.#maia?.busy ?? 0,
        busyMs: Math.round(this.#maia?.busyMs ?? 0),
        failures: this.#maia?.failures ?? 0,
        pids: this.#maia?.pids ?? [],
      },
      cache: this.#cache.stats(),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A download that was aborted deletes its files first. Its fault has reached the job that asked for the model.
    await Promise.allSettled(this.#nets.values());
    await Promise.all([this.#stockfish?.pool.close(), this.#maia?.close()]);
  }

  /** Kills the engines without waiting, as the last resort. */
  kill(): void {
    this.#closing.abort(); // ends a download, too
    this.#stockfish?.pool.kill();
    this.#maia?.kill();
  }
}

/** Work is shared only within a priority: an urgent question must not wait for the turn of a less urgent one. */
const flightKey = ({ cache, claim }: EngineClient, key: string): string => `${claim.priority}:${cache}:${key}`;

/** Everything that an evaluation depends on: of the FEN all but the move number. */
function searchKey(position: Position, request: SearchRequest, fingerprint: string): string {
  const fen = fenOf(position).split(' ').slice(0, 5).join(' ');
  const { limit, multipv, searchmoves, deterministic } = request;
  const bound = limit.kind === 'depth' ? `d${limit.depth}` : `n${limit.nodes}`;
  return digest([fen, fingerprint, bound, multipv, searchmoves?.join(' ') ?? '', deterministic ? 'd' : '']);
}

/** Everything that a prediction depends on; for a net of Maia-1 this is its encoded input and the legal moves. */
function predictionKey(request: MaiaRequest, net: string, model: ModelChoice): string {
  const { history, rating, opponentRating, deterministic } = request;
  const batch = deterministic ? 'd' : '';
  if (knowsAllRatings(model))
    return digest([net, rating, opponentRating, batch, ...history.slice(-HISTORY_LENGTH).map(knownEpd)]);
  const { length, pack } = ENCODINGS.maia1;
  const packed = Buffer.alloc(length);
  pack(history, packed, 0);
  return digest([net, batch, knownEpd(history.at(-1) as Position), packed.toString('base64')]);
}

/** The EPDs of positions, each of which is needed many times: for every rating, and in the histories of later ones. */
const epds = new WeakMap<Position, string>();

function knownEpd(position: Position): string {
  const known = epds.get(position) ?? epdOf(position);
  epds.set(position, known);
  return known;
}
