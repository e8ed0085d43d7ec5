import { setMaxListeners } from 'node:events';
import type { Position } from '../chess/position.ts';
import { backoffMs } from './backoff.ts';
import { type Deferred, deferred } from './deferred.ts';
import { Fault, throwIfAborted, toFault } from './fault.ts';
import { type Claim, FairQueue } from './queue.ts';
import type { SearchRequest, SearchResult } from './stockfish.ts';

/** What the pool needs of an engine; `Stockfish` is one. */
export interface PooledEngine {
  readonly pid: number | undefined;
  readonly ended: boolean;
  search(position: Position, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  onExit(listener: (fault: Fault) => void): void;
  quit(): Promise<void>;
  kill(): void;
}

export interface PoolOptions {
  size: number;
  /** Must give up, and leave no process behind, when the signal says so. */
  start: (signal: AbortSignal) => Promise<PooledEngine>;
  /** For the back-off; tests pass their own. */
  random?: () => number;
  onFailure?: (fault: Fault) => void;
}

interface Task {
  position: Position;
  request: SearchRequest;
  claim: Claim;
  signal: AbortSignal | undefined;
  attempts: number;
  answer: Deferred<SearchResult>;
}

interface Seat {
  engine: PooledEngine | undefined;
  busy: boolean;
  /** In a row: one good search sets it back. */
  failures: number;
}

const ATTEMPTS_PER_POSITION = 2;

/** A fixed number of engines behind one fair queue of searches. They start when first needed and are replaced when they fail. */
export class EnginePool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #seats: Seat[];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #starting = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #failures = 0;
  #busyMs = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // every engine that starts listens to it
    this.#seats = Array.from({ length: options.size }, () => ({ engine: undefined, busy: false, failures: 0 }));
  }

  get size(): number {
    return this.#seats.length;
  }

  /** Engines lost so far, by crash, hang or nonsense. */
  get failures(): number {
    return this.#failures;
  }

  /** Engines that search; one that is starting or backing off does not. */
  get busy(): number {
    return this.#seats.filter(({ busy, engine }) => busy && engine).length;
  }

  /** What all searches have taken so far, of all engines together. */
  get busyMs(): number {
    return this.#busyMs;
  }

  get pids(): number[] {
    return this.#seats.flatMap(({ engine }) => (engine?.pid && !engine.ended ? [engine.pid] : []));
  }

  async search(position: Position, request: SearchRequest, claim: Claim, signal?: AbortSignal): Promise<SearchResult> {
    if (this.#closing.signal.aborted) throw closing();
    throwIfAborted(signal);
    const answer = deferred<SearchResult>(signal, () => this.#queue.remove(task));
    const task: Task = { position, request, claim, signal, attempts: 0, answer };
    this.#queue.push(task, claim);
    this.#pump();
    return answer.promise;
  }

  /** A search waits in the queue, not at an engine that is still starting: whoever is ready first takes it. */
  #pump(): void {
    if (this.#closing.signal.aborted) return;
    for (const seat of this.#seats) {
      const task = !seat.busy && seat.engine && this.#queue.take();
      if (task && seat.engine) void this.#work(seat, seat.engine, task);
    }
    for (const seat of this.#seats)
      if (!seat.busy && !seat.engine && this.#queue.size > this.#starting.size) void this.#start(seat);
  }

  async #start(seat: Seat): Promise<void> {
    seat.busy = true;
    const starting = this.#options.start(this.#closing.signal);
    this.#starting.add(starting);
    try {
      const engine = await starting.finally(() => this.#starting.delete(starting));
      if (this.#closing.signal.aborted) return engine.kill();
      engine.onExit(() => {
        if (seat.engine === engine) seat.engine = undefined;
      });
      seat.engine = engine;
      this.#free(seat);
    } catch (error) {
      // Somebody waits for this engine: one search is told, unless others can serve it, so that nobody waits for ever.
      const others = this.#starting.size > 0 || this.#seats.some(({ engine }) => engine);
      const task = others ? undefined : this.#queue.take();
      if (task) task.attempts++;
      this.#failed(seat, task, toFault(error));
    }
  }

  async #work(seat: Seat, engine: PooledEngine, task: Task): Promise<void> {
    seat.busy = true;
    task.attempts++;
    const started = performance.now();
    try {
      const result = await engine.search(task.position, task.request, task.signal).finally(() => {
        this.#busyMs += performance.now() - started;
      });
      // An engine that is told to quit ends its search early: what it says then is not what was asked for.
      if (this.#closing.signal.aborted) throw closing();
      task.answer.resolve(result);
      seat.failures = 0;
      this.#free(seat);
    } catch (error) {
      if (this.#closing.signal.aborted) return task.answer.reject(closing());
      const fault = toFault(error);
      if (!task.signal?.aborted && fault.code !== 'bad-input') return this.#failed(seat, task, fault);
      task.answer.reject(fault);
      // Neither cancelling nor a bad request is the engine's failure; one that had to be killed has already left its seat.
      this.#free(seat);
    }
  }

  #free(seat: Seat): void {
    seat.busy = false;
    this.#pump();
  }

  /** The engine is given up, its search is tried once more, and the seat stays empty for a while. */
  #failed(seat: Seat, task: Task | undefined, fault: Fault): void {
    seat.engine?.kill();
    seat.engine = undefined;
    seat.failures++;
    this.#failures++;
    this.#options.onFailure?.(fault);
    if (task) {
      const hopeless = fault.code === 'engine-missing' || task.attempts >= ATTEMPTS_PER_POSITION;
      if (this.#closing.signal.aborted) task.answer.reject(closing());
      else if (hopeless) task.answer.reject(fault);
      else this.#queue.unshift(task, task.claim);
    }
    if (this.#closing.signal.aborted) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#free(seat);
      },
      backoffMs(seat.failures, this.#options.random),
    );
    this.#timers.add(timer);
    this.#pump();
  }

  /** Refuses what waits and lets the engines go, also those still starting; returns when every one is gone. */
  async close(): Promise<void> {
    this.#closing.abort(closing());
    for (const timer of this.#timers) clearTimeout(timer);
    for (let task = this.#queue.take(); task; task = this.#queue.take()) task.answer.reject(closing());
    await Promise.allSettled([...this.#starting, ...this.#seats.map(seat => seat.engine?.quit())]);
  }

  /** At once, without waiting: for the last moments of a process. */
  kill(): void {
    this.#closing.abort(closing());
    for (const seat of this.#seats) seat.engine?.kill();
  }
}

const closing = () => new Fault('closing', 'The engines are shutting down.');
