import type { Logger } from 'pino';
import type { Cached, Engines } from '../analysis/engines.ts';
import { epdOf, fenOf, type Position } from '../chess/position.ts';
import { HISTORY_LENGTH } from '../engine/encode.ts';
import { type Fault, throwIfAborted } from '../engine/fault.ts';
import { locateStockfish, type StockfishBuild } from '../engine/locate.ts';
import { Maia, type MaiaAnswer, type MaiaRequest } from '../engine/maia.ts';
import { findModel } from '../engine/manifest.ts';
import { ensureModel, type PullProgress } from '../engine/models.ts';
import { rewriteMaia3 } from '../engine/onnx/maia3.ts';
import { EnginePool } from '../engine/pool.ts';
import type { Claim } from '../engine/queue.ts';
import { type SearchRequest, type SearchResult, Stockfish } from '../engine/stockfish.ts';
import type { Answers } from './cache.ts';
import { digest } from './digest.ts';
import type { AnalysisSettings } from './settings.ts';
import { SingleFlight } from './single-flight.ts';
import type { Status } from './status.ts';
import { Turns } from './turns.ts';

export interface Asker {
  claim: Claim;
  signal: AbortSignal;
  /** False: neither read nor written. */
  cache: boolean;
  onDownload: (progress: PullProgress) => void;
}

/** Both engines of this process, started when first needed, behind the cache. */
export class EngineRoom {
  readonly #settings: AnalysisSettings;
  readonly #cache: Answers;
  readonly #log: Logger;
  readonly #searches = new SingleFlight<Cached<SearchResult>>();
  readonly #predictions = new SingleFlight<Cached<MaiaAnswer>>();
  readonly #turns = new Turns();
  readonly #closing = new AbortController();
  readonly #downloadListeners = new Set<(progress: PullProgress) => void>();
  #stockfish: { build: StockfishBuild; pool: EnginePool } | undefined;
  #maia: Promise<Maia> | undefined;
  #loadedMaia: Maia | undefined;

  constructor(settings: AnalysisSettings, cache: Answers, log: Logger) {
    this.#settings = settings;
    this.#cache = cache;
    this.#log = log;
  }

  /** The engines as one job may use them. */
  for(asker: Asker): Engines {
    return {
      model: this.#settings.model,
      width: this.#settings.engines,
      search: (position, request) => this.#search(position, request, asker),
      predict: request => this.#predict(request, asker),
    };
  }

  /** Changes with whatever could change an answer: the engine's file, the model. */
  get identity(): string {
    return `${this.#startStockfish().build.fingerprint}|${this.#settings.model}`;
  }

  async #search(position: Position, request: SearchRequest, asker: Asker): Promise<Cached<SearchResult>> {
    throwIfAborted(asker.signal);
    const { build, pool } = this.#startStockfish();
    // What is chosen at random is chosen anew for everybody.
    if (request.elo !== undefined)
      return { ...(await pool.search(position, request, asker.claim, asker.signal)), cached: false };
    const key = searchKey(position, request, build.fingerprint);
    const known = asker.cache && ((await this.#cache.get('eval', key)) as SearchResult | undefined);
    if (known) return { ...known, cached: true };
    return this.#searches.run(flightKey(asker, key), asker.signal, async signal => {
      const result = await pool.search(position, request, asker.claim, signal);
      if (asker.cache) this.#cache.set('eval', key, result);
      return { ...result, cached: false };
    });
  }

  async #predict(request: MaiaRequest, asker: Asker): Promise<Cached<MaiaAnswer>> {
    if (asker.claim.priority !== 'move') await this.#turns.next();
    throwIfAborted(asker.signal);
    const key = predictionKey(request, this.#settings.model);
    const known = asker.cache && ((await this.#cache.get('maia', key)) as MaiaAnswer | undefined);
    if (known) return { ...known, cached: true };
    return this.#predictions.run(flightKey(asker, key), asker.signal, async signal => {
      const maia = await this.#startMaia(asker.onDownload, signal);
      const answer = await maia.predict(request, asker.claim, signal);
      if (asker.cache) this.#cache.set('maia', key, answer);
      return { ...answer, cached: false };
    });
  }

  #startStockfish(): { build: StockfishBuild; pool: EnginePool } {
    if (this.#stockfish) return this.#stockfish;
    const build = locateStockfish(this.#settings.stockfishPath);
    const pool = new EnginePool({
      size: this.#settings.engines,
      start: signal => Stockfish.start(build, { hashMb: this.#settings.hashMb }, signal),
      onFailure: fault => this.#log.info({ code: fault.code }, `${fault.message} It is replaced.`),
    });
    this.#stockfish = { build, pool };
    return this.#stockfish;
  }

  /** Loads the model once, fetching it first if need be; everyone who waits for it sees the progress. */
  async #startMaia(onDownload: (progress: PullProgress) => void, signal: AbortSignal): Promise<Maia> {
    if (this.#loadedMaia) return this.#loadedMaia;
    this.#downloadListeners.add(onDownload);
    this.#maia ??= this.#loadMaia();
    const gaveUp = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([this.#maia, gaveUp]);
    } finally {
      this.#downloadListeners.delete(onDownload);
    }
  }

  async #loadMaia(): Promise<Maia> {
    try {
      const entry = findModel(this.#settings.model);
      const files = await ensureModel(this.#settings.modelDir, entry, {
        onProgress: progress => {
          for (const listener of this.#downloadListeners) listener(progress);
        },
        signal: this.#closing.signal,
      });
      const [graph, weights] = entry.files.map(({ name }) => files.get(name));
      const model = rewriteMaia3(graph ?? Buffer.alloc(0), weights ?? Buffer.alloc(0));
      this.#loadedMaia = new Maia({
        model,
        workers: this.#settings.maiaWorkers,
        onFailure: fault => this.#log.info({ code: fault.code }, `${fault.message} It is replaced.`),
      });
      return this.#loadedMaia;
    } catch (error) {
      this.#maia = undefined; // the next one who asks tries again
      throw error;
    }
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
        problem,
        engines,
        busy: pool?.busy ?? 0,
        busyMs: Math.round(pool?.busyMs ?? 0),
        failures: pool?.failures ?? 0,
        pids: pool?.pids ?? [],
      },
      maia: {
        model,
        loaded: this.#loadedMaia !== undefined,
        workers: maiaWorkers,
        busy: this.#loadedMaia?.busy ?? 0,
        busyMs: Math.round(this.#loadedMaia?.busyMs ?? 0),
        failures: this.#loadedMaia?.failures ?? 0,
        pids: this.#loadedMaia?.pids ?? [],
      },
      cache: this.#cache.stats(),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A model that is being fetched has to put its things away first; why it failed has been told to whoever asked.
    await this.#maia?.catch(() => undefined);
    await Promise.all([this.#stockfish?.pool.close(), this.#loadedMaia?.close()]);
  }

  /** The last resort, without waiting. */
  kill(): void {
    this.#closing.abort(); // ends a download under way, too
    this.#stockfish?.pool.kill();
    this.#loadedMaia?.kill();
  }
}

/** Shared by those in the same hurry: an urgent question must not wait for the turn of a leisurely one. */
const flightKey = ({ cache, claim }: Asker, key: string): string => `${claim.priority}:${cache}:${key}`;

/** Everything that decides an evaluation; the move number does not, the fifty-move clock does. */
function searchKey(position: Position, request: SearchRequest, fingerprint: string): string {
  const fen = fenOf(position).split(' ').slice(0, 5).join(' ');
  const { limit, multipv, searchmoves, deterministic } = request;
  const bound = limit.kind === 'depth' ? `d${limit.depth}` : `n${limit.nodes}`;
  return digest([fen, fingerprint, bound, multipv, searchmoves?.join(' ') ?? '', deterministic ? 'd' : '']);
}

function predictionKey({ history, rating, opponentRating, deterministic }: MaiaRequest, model: string): string {
  return digest([
    model,
    rating,
    opponentRating,
    deterministic ? 'd' : '',
    ...history.slice(-HISTORY_LENGTH).map(knownEpd),
  ]);
}

/** Of positions that are asked about again and again: by every rating, and as the history of the next. */
const epds = new WeakMap<Position, string>();

function knownEpd(position: Position): string {
  const known = epds.get(position) ?? epdOf(position);
  epds.set(position, known);
  return known;
}
