import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Measurable } from '../service/jobs.ts';
import type { Status } from '../service/status.ts';
import { measureDiscord, measureEngines, measureJobs, measureLichess, showCounter, showGauge } from './instruments.ts';
import { addressOf, type HealthAnswers, type Listening, listen, type Page, type Place } from './server.ts';

export interface MeasuresOptions {
  version: string;
  log: Logger;
}

/** What a command adds to the numbers of the service. */
export interface More {
  /** The number of games that are being played on Lichess. */
  games?: () => number;
  /** Why the command cannot work although the engines can. */
  problem?: () => string | undefined;
}

/** A request for metrics or health waits no longer than this for the analysis process. */
const PATIENCE_MS = 1_000;

const STARTING = 'Kibitz is starting.';
const SILENT = 'The analysis process does not answer.';

/**
 * The measures of one process. Each number is reported only by the process in which it arises, so that sums over all
 * processes are right: jobs where they are asked for, engines and cache where the engines are.
 */
export class Measures implements HealthAnswers {
  readonly #registry = new Registry();
  readonly #options: MeasuresOptions;
  #watched: { measured: Measurable; more: More } | undefined;
  #onEngines: ((status: Status) => void) | undefined;
  #onAcknowledged: ((ms: number) => void) | undefined;
  #onLichess: ((status: number | undefined) => void) | undefined;
  #server: Listening | undefined;

  constructor(options: MeasuresOptions) {
    this.#options = options;
    new Gauge({
      ...{ name: 'kibitz_build_info', help: 'Always 1; the label says which Kibitz it is' },
      ...{ labelNames: ['version'], registers: [this.#registry] },
    }).set({ version: options.version }, 1);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Begins to serve metrics and health, and returns the address. */
  async open(place: Place): Promise<string> {
    this.#server = await listen(place, this, this.#options.log);
    return addressOf(this.#server);
  }

  /** Measures the jobs and engines of a service from now on. Before this call the process counts as starting. */
  watch(measured: Measurable, more: More = {}): void {
    this.#watched = { measured, more };
    const registry = this.#registry;
    const { redis, restarts } = measured.health();
    measured.observe?.(measureJobs(registry, measured));
    if (measured.engines) this.#onEngines = measureEngines(registry);
    const gauge = (name: string, help: string, read: () => number) => showGauge(registry, name, help, read);
    if (redis)
      gauge('kibitz_redis_up', 'Whether Redis can be used: 1 or 0', () => (measured.health().redis?.up ? 1 : 0));
    if (redis?.workers !== undefined)
      gauge('kibitz_workers', 'Workers that can be seen through Redis', () => measured.health().redis?.workers ?? 0);
    if (restarts !== undefined)
      showCounter(
        registry,
        'kibitz_analysis_restarts_total',
        'How often the analysis process was started again',
        () => measured.health().restarts ?? 0,
      );
    if (more.games) gauge('kibitz_lichess_games', 'Games that are being played on Lichess now', more.games);
  }

  /** Called for each interaction on Discord with the time until it was acknowledged. */
  get acknowledged(): (ms: number) => void {
    this.#onAcknowledged ??= measureDiscord(this.#registry);
    return this.#onAcknowledged;
  }

  /** Called for each request to Lichess with the status of the answer. */
  get lichessAnswered(): (status: number | undefined) => void {
    this.#onLichess ??= measureLichess(this.#registry);
    return this.#onLichess;
  }

  async problem(): Promise<string | undefined> {
    if (!this.#watched) return STARTING;
    const { measured, more } = this.#watched;
    const problem = measured.health().problem ?? more.problem?.();
    if (problem !== undefined || !measured.engines) return problem;
    const status = await this.#status();
    return status ? (status.stockfish.problem ?? undefined) : SILENT;
  }

  async metrics(): Promise<Page> {
    const status = await this.#status();
    if (status) this.#onEngines?.(status);
    return { text: await this.#registry.metrics(), type: this.#registry.contentType };
  }

  /**
   * The state of this process's engines; undefined without engines, or if the analysis process does not answer in time.
   */
  async #status(): Promise<Status | undefined> {
    try {
      return await this.#watched?.measured.engines?.(AbortSignal.timeout(PATIENCE_MS));
    } catch (error) {
      this.#options.log.debug(error, 'measures');
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#registry.clear();
  }
}
