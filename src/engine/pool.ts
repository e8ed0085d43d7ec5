import type { Position } from '../chess/position.ts';
import { Fault, faultOfSignal, toFault } from './fault.ts';
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
  start: () => Promise<PooledEngine>;
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
  resolve: (result: SearchResult) => void;
  reject: (fault: Fault) => void;
}

interface Seat {
  engine: PooledEngine | undefined;
  busy: boolean;
  /** In a row: one good search sets it back. */
  failures: number;
}

const ATTEMPTS_PER_POSITION = 2;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;

/** Random, so that engines which died together do not come back together; the ceiling doubles with each failure in a row. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);
  return MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
}

/** A fixed number of engines behind one fair queue of searches. They start when first needed and are replaced when they fail. */
export class EnginePool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #seats: Seat[];
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;
  #failures = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.size }, () => ({ engine: undefined, busy: false, failures: 0 }));
  }

  get size(): number {
    return this.#seats.length;
  }

  /** Engines lost so far, by crash, hang or nonsense. */
  get failures(): number {
    return this.#failures;
  }

  get busy(): number {
    return this.#seats.filter(seat => seat.busy).length;
  }

  get pids(): number[] {
    return this.#seats.flatMap(({ engine }) => (engine?.pid && !engine.ended ? [engine.pid] : []));
  }

  search(position: Position, request: SearchRequest, claim: Claim, signal?: AbortSignal): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(closing());
      if (signal?.aborted) return reject(faultOfSignal(signal));
      const withdraw = () => {
        if (signal && this.#queue.remove(task)) task.reject(faultOfSignal(signal));
      };
      const settle = () => signal?.removeEventListener('abort', withdraw);
      const task: Task = {
        position,
        request,
        claim,
        signal,
        attempts: 0,
        resolve: result => {
          settle();
          resolve(result);
        },
        reject: fault => {
          settle();
          reject(fault);
        },
      };
      signal?.addEventListener('abort', withdraw);
      this.#queue.push(task, claim);
      this.#pump();
    });
  }

  #pump(): void {
    for (const seat of this.#seats) {
      if (this.#closed || this.#queue.size === 0) return;
      if (seat.busy) continue;
      const task = this.#queue.take();
      if (task) void this.#work(seat, task);
    }
  }

  async #work(seat: Seat, task: Task): Promise<void> {
    seat.busy = true;
    task.attempts++;
    let free = true;
    try {
      seat.engine ??= await this.#start(seat);
      task.resolve(await seat.engine.search(task.position, task.request, task.signal));
      seat.failures = 0;
    } catch (error) {
      free = this.#failed(seat, task, toFault(error));
    }
    if (!free) return;
    seat.busy = false;
    this.#pump();
  }

  async #start(seat: Seat): Promise<PooledEngine> {
    const engine = await this.#options.start();
    if (this.#closed) {
      engine.kill();
      throw closing();
    }
    engine.onExit(() => {
      if (seat.engine === engine) seat.engine = undefined;
    });
    return engine;
  }

  /** Sees to the task and the engine; whether the seat can be used at once. */
  #failed(seat: Seat, task: Task, fault: Fault): boolean {
    if (this.#closed) {
      task.reject(closing());
      return false;
    }
    if (task.signal?.aborted) {
      // Cancelling is no failure; an engine that had to be killed for it has already left its seat.
      task.reject(faultOfSignal(task.signal));
      return true;
    }
    seat.engine?.kill();
    seat.engine = undefined;
    seat.failures++;
    this.#failures++;
    this.#options.onFailure?.(fault);
    const hopeless = fault.code === 'engine-missing' || task.attempts >= ATTEMPTS_PER_POSITION;
    if (hopeless) task.reject(fault);
    else this.#queue.unshift(task, task.claim);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        seat.busy = false;
        this.#pump();
      },
      backoffMs(seat.failures, this.#options.random),
    );
    this.#timers.add(timer);
    this.#pump();
    return false;
  }

  /** Refuses what waits and lets the engines go; returns when every one is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (let task = this.#queue.take(); task; task = this.#queue.take()) task.reject(closing());
    await Promise.all(this.#seats.map(seat => seat.engine?.quit()));
  }

  /** At once, without waiting: for the last moments of a process. */
  kill(): void {
    this.#closed = true;
    for (const seat of this.#seats) seat.engine?.kill();
  }
}

const closing = () => new Fault('closing', 'The engines are shutting down.');
