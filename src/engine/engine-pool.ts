import { setMaxListeners } from 'node:events';
import { backoffMs } from '../base/backoff.ts';
import type { WorkTime } from '../base/clock.ts';
import { type Deferred, deferred } from '../base/deferred.ts';
import { type Claim, FairQueue, isUrgent, PRIORITIES } from '../base/fair-queue.ts';
import { Fault, throwIfAborted, toFault } from '../base/fault.ts';
import type { Position } from '../chess/position.ts';
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
  /** Must end without leaving a process behind when the signal is aborted. */
  start: (signal: AbortSignal) => Promise<PooledEngine>;
  /** The source of random numbers for the back-off; tests pass their own. */
  random?: () => number;
  onFailure?: (fault: Fault) => void;
}

interface Task {
  position: Position;
  request: SearchRequest;
  claim: Claim;
  signal: AbortSignal | undefined;
  time: WorkTime | undefined;
  attempts: number;
  /** How often the search was stopped for others. */
  slices: number;
  answer: Deferred<SearchResult>;
}

interface EngineSlot {
  /** Whether it takes only urgent searches, so that these need not wait for long ones. */
  readonly reserved: boolean;
  engine: PooledEngine | undefined;
  busy: boolean;
  /** The search that is running on the engine. */
  search: { task: Task; stop: AbortController; hasHadItsTime: boolean } | undefined;
  /** The number of failures in a row; a good search sets it to 0. */
  failures: number;
}

const ATTEMPTS_PER_POSITION = 2;

/**
 * How long a search may run while other owners wait. It is then stopped, and begun again at its owner's next turn with
 * what is still in the hash table. Each time it gets twice as long, so that it ends at last, in at most twice the time
 * that it would take in one go.
 */
const SLICE_MS = 10_000;

/**
 * A fixed number of engines behind one fair queue of searches, and one more for urgent searches, which starts as soon
 * as such a search finds all others busy. Engines start when they are first needed and are replaced when they fail.
 */
export class EnginePool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #slots: readonly EngineSlot[];
  readonly #reserved: EngineSlot;
  /** All slots, with the reserved one last. */
  readonly #all: readonly EngineSlot[];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #starting = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #failures = 0;
  #busyMs = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // every engine that starts listens to it
    this.#slots = Array.from({ length: options.size }, () => emptySlot(false));
    this.#reserved = emptySlot(true);
    this.#all = [...this.#slots, this.#reserved];
  }

  /** The slots without the reserved one. */
  get size(): number {
    return this.#slots.length;
  }

  /** The number of engines lost so far by a crash, a hang or an invalid answer. */
  get failures(): number {
    return this.#failures;
  }

  /** The number of engines that search; one that is starting or backing off does not. */
  get busy(): number {
    return this.#slots.filter(({ busy, engine }) => busy && engine).length;
  }

  /** The time that all searches of all engines have taken so far. */
  get busyMs(): number {
    return this.#busyMs;
  }

  get pids(): number[] {
    return this.#all.flatMap(({ engine }) => (engine?.pid && !engine.ended ? [engine.pid] : []));
  }

  /** Searches a position. The time that this takes is added to `time`, also if the search is aborted. */
  async search(
    position: Position,
    request: SearchRequest,
    claim: Claim,
    signal?: AbortSignal,
    time?: WorkTime,
  ): Promise<SearchResult> {
    if (this.#closing.signal.aborted) throw closing();
    throwIfAborted(signal);
    const answer = deferred<SearchResult>(signal, () => this.#queue.remove(task));
    const task: Task = { position, request, claim, signal, time, attempts: 0, slices: 0, answer };
    this.#queue.push(task, claim);
    this.#pump();
    return answer.promise;
  }

  /** A search waits in the queue, not at an engine that is still starting: the first engine that is ready takes it. */
  #pump(): void {
    if (this.#closing.signal.aborted) return;
    for (const slot of this.#all) {
      const task = !slot.busy && slot.engine && this.#takeFor(slot);
      if (task && slot.engine) void this.#work(slot, slot.engine, task);
    }
    for (const slot of this.#slots)
      if (!slot.busy && !slot.engine && this.#queue.size > this.#starting.size) void this.#start(slot);
    const { busy, engine } = this.#reserved;
    // An engine with an urgent search is free in a moment.
    const areHeld = this.#slots.every(({ search }) => search && !isUrgentTask(search.task));
    if (areHeld && !busy && !engine && this.#queue.has(isUrgentTask)) void this.#start(this.#reserved);
    this.#shareOut();
  }

  #takeFor({ reserved }: EngineSlot): Task | undefined {
    return this.#queue.take(reserved ? isUrgentTask : undefined);
  }

  /** Stops a search that has had its time if a search of another owner waits that is at least as urgent. */
  #shareOut(): void {
    if (this.#starting.size > 0) return; // the starting engine takes the waiting search in a moment
    const searches = this.#slots.flatMap(({ search }) => (search ? [search] : []));
    if (searches.some(({ stop }) => stop.signal.aborted)) return;
    const late = searches.find(
      ({ task, hasHadItsTime }) => hasHadItsTime && this.#queue.has(other => precedes(other, task)),
    );
    late?.stop.abort(new Fault('cancelled', 'Others have their turn.'));
  }

  async #start(slot: EngineSlot): Promise<void> {
    slot.busy = true;
    const starting = this.#options.start(this.#closing.signal);
    this.#starting.add(starting);
    try {
      const engine = await starting.finally(() => this.#starting.delete(starting));
      if (this.#closing.signal.aborted) return engine.kill();
      engine.onExit(() => {
        if (slot.engine === engine) slot.engine = undefined;
      });
      slot.engine = engine;
      this.#free(slot);
    } catch (error) {
      // Unless another engine can serve it, the search that waited for this one fails with it instead of waiting for
      // ever.
      const others = this.#starting.size > 0 || this.#slots.some(({ engine }) => engine);
      const task = others ? undefined : this.#takeFor(slot);
      if (task) task.attempts++;
      this.#failed(slot, task, toFault(error));
    }
  }

  async #work(slot: EngineSlot, engine: PooledEngine, task: Task): Promise<void> {
    slot.busy = true;
    task.attempts++;
    const started = performance.now();
    const ended = task.time?.begin();
    const stop = new AbortController();
    const search = { task, stop, hasHadItsTime: false };
    slot.search = search;
    const slice = setTimeout(
      () => {
        search.hasHadItsTime = true;
        this.#shareOut();
      },
      SLICE_MS * 2 ** task.slices,
    );
    const signal = task.signal ? AbortSignal.any([task.signal, stop.signal]) : stop.signal;
    try {
      const result = await engine.search(task.position, task.request, signal).finally(() => {
        clearTimeout(slice);
        slot.search = undefined;
        this.#busyMs += performance.now() - started;
        ended?.();
      });
      // An engine that is told to quit ends its search early, with an answer that is not the one that was asked for.
      if (this.#closing.signal.aborted) throw closing();
      task.answer.resolve(result);
      slot.failures = 0;
      this.#free(slot);
    } catch (error) {
      if (this.#closing.signal.aborted) return task.answer.reject(closing());
      if (stop.signal.aborted && !task.signal?.aborted) return this.#putBack(slot, task);
      const fault = toFault(error);
      if (!task.signal?.aborted && fault.code !== 'bad-input') return this.#failed(slot, task, fault);
      task.answer.reject(fault);
      // A cancelled or bad request is no failure of the engine. An engine that had to be killed has already left its
      // slot.
      this.#free(slot);
    }
  }

  /** Puts back a search that was stopped for others; it goes on at its owner's next turn. */
  #putBack(slot: EngineSlot, task: Task): void {
    task.attempts--;
    task.slices++;
    this.#queue.giveWay(task, task.claim);
    this.#free(slot);
  }

  #free(slot: EngineSlot): void {
    slot.busy = false;
    this.#pump();
  }

  /** Replaces an engine that has failed: its search is tried once more, and its slot stays empty for a while. */
  #failed(slot: EngineSlot, task: Task | undefined, fault: Fault): void {
    slot.engine?.kill();
    slot.engine = undefined;
    slot.failures++;
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
        this.#free(slot);
      },
      backoffMs(slot.failures, this.#options.random),
    );
    this.#timers.add(timer);
    this.#pump();
  }

  /** Refuses waiting searches and ends all engines, also those that are starting; resolves when all are gone. */
  async close(): Promise<void> {
    this.#closing.abort(closing());
    for (const timer of this.#timers) clearTimeout(timer);
    for (let task = this.#queue.take(); task; task = this.#queue.take()) task.answer.reject(closing());
    await Promise.allSettled([...this.#starting, ...this.#all.map(slot => slot.engine?.quit())]);
  }

  /** Kills all engines without waiting, when the process is about to end. */
  kill(): void {
    this.#closing.abort(closing());
    for (const slot of this.#all) slot.engine?.kill();
  }
}

const emptySlot = (reserved: boolean): EngineSlot => ({
  ...{ reserved, engine: undefined, busy: false, search: undefined, failures: 0 },
});

const isUrgentTask = ({ claim }: Task): boolean => isUrgent(claim);

/** Of two owners' searches, whether the first may have the engine after the second has had its time. */
const precedes = ({ claim: one }: Task, { claim: other }: Task): boolean =>
  one.owner !== other.owner && PRIORITIES.indexOf(one.priority) <= PRIORITIES.indexOf(other.priority);

const closing = () => new Fault('closing', 'The engines are shutting down.');
