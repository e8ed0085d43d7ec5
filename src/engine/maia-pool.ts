import type { ChildProcess } from 'node:child_process';
import type { NormalMove } from 'chessops/types';
import { backoffMs } from '../base/backoff.ts';
import type { WorkTime } from '../base/clock.ts';
import { type Deferred, deferred } from '../base/deferred.ts';
import { type Claim, FairQueue } from '../base/fair-queue.ts';
import { Fault, throwIfAborted } from '../base/fault.ts';
import { softmax } from '../base/probability.ts';
import { lowerPriority, startProcess } from '../base/process.ts';
import { type LegalMove, legalMoves, type Position } from '../chess/position.ts';
import { LC0_PACKED_LENGTH, lc0MoveIndex, packPlanes } from './lc0-encoding.ts';
import type { FromMaia, ToMaia } from './maia-worker.ts';
import { BOARDS_LENGTH, encodeBoards, moveIndex } from './maia3-encoding.ts';
import type { ModelFamily } from './manifest.ts';

/** A model in the form that workers load. */
export interface MaiaNet {
  id: string;
  family: ModelFamily;
  /** The model as ONNX, with its weights. */
  graph: Uint8Array;
}

/** How a family sees positions, and which numbers its moves have. */
interface Encoding {
  /** Bytes of one position with its history, as they travel to the worker. */
  length: number;
  pack(history: readonly Position[], target: Uint8Array, offset: number): void;
  moveIndex(position: Position, move: NormalMove): number;
}

export const ENCODINGS: Record<ModelFamily, Encoding> = {
  maia3: { length: BOARDS_LENGTH, pack: encodeBoards, moveIndex },
  maia1: { length: LC0_PACKED_LENGTH, pack: packPlanes, moveIndex: lc0MoveIndex },
};

export interface MaiaRequest {
  /** The game so far, oldest first, the position asked about last; the last eight count. */
  history: readonly Position[];
  /** These two are for Maia-3; a net of Maia-1 knows one rating, and no opponent's. */
  rating: number;
  opponentRating: number;
  /** Whether it gets a batch of its own: the last digits of an answer depend on the size of its batch. */
  deterministic?: boolean;
}

export interface MaiaAnswer {
  /** The model's raw numbers of the moves, in the order of `legalMoves`, to which a temperature can be applied. */
  logits: number[];
  /** The probabilities of the results for the side to move; they add up to 1. */
  wdl: { win: number; draw: number; loss: number };
}

interface MaiaOptions {
  workers: number;
  /** The niceness of the workers; by default that of this process. */
  nice?: number;
  random?: () => number;
  onFailure?: (fault: Fault) => void;
}

interface Task {
  net: MaiaNet;
  request: MaiaRequest;
  moves: LegalMove[];
  claim: Claim;
  time: WorkTime | undefined;
  attempts: number;
  answer: Deferred<MaiaAnswer>;
}

interface WorkerSlot {
  /** Whether it takes only moves on running clocks, so that these never wait for a batch that is under way. */
  express: boolean;
  worker: ChildProcess | undefined;
  /** The nets that its worker has loaded. */
  loaded: Set<string>;
  /** The net that its worker was given last; a new worker in its place loads it first. */
  net: MaiaNet | undefined;
  loading: boolean;
  batch: Task[];
  /** When the batch was sent. */
  since: number;
  timer: NodeJS.Timeout | undefined;
  failures: number;
}

/** 8 to 16 positions a batch were measured to be fastest on a CPU; larger batches only delay the first answer. */
const MAX_BATCH = 16;
const ATTEMPTS_PER_POSITION = 2;
/** The most time for loading a model or for a batch, ten times what either takes on a slow, loaded machine. */
const DEADLINE_MS = 20_000;

/**
 * Maia in single-threaded worker processes, which get batches from one fair queue. A worker loads a model when that is
 * first asked, and a batch is for one model. From the first move on a running clock on there is one more worker, for
 * such moves only.
 */
export class MaiaPool {
  readonly #options: MaiaOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #slots: WorkerSlot[];
  #closed = false;
  #failures = 0;
  #batches = 0;
  #busyMs = 0;

  constructor(options: MaiaOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.workers }, () => emptySlot());
  }

  get size(): number {
    return this.#slots.length;
  }

  get failures(): number {
    return this.#failures;
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ worker }) => (worker?.pid ? [worker.pid] : []));
  }

  get busy(): number {
    return this.#slots.filter(slot => slot.batch.length > 0).length;
  }

  /** The time that all batches of all workers have taken so far. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** Predicts moves. Its share of the time that its batch takes is added to `time`. */
  async predict(
    net: MaiaNet,
    request: MaiaRequest,
    claim: Claim,
    signal?: AbortSignal,
    time?: WorkTime,
  ): Promise<MaiaAnswer> {
    if (this.#closed) throw closing();
    throwIfAborted(signal);
    const position = request.history.at(-1);
    const moves = position ? legalMoves(position) : [];
    if (moves.length === 0) throw new Fault('bad-input', 'position: the game is over, there is no move to predict.');
    const answer = deferred<MaiaAnswer>(signal, () => this.#queue.remove(task));
    const task: Task = { net, request, moves, claim, time, attempts: 0, answer };
    if (isMove(task) && !this.#slots.some(({ express }) => express)) this.#slots.push(emptySlot({ express: true }));
    this.#queue.push(task, claim);
    this.#schedule();
    return answer.promise;
  }

  /** Hands out batches after this round of the event loop, so that requests made together get into one batch. */
  #schedule(): void {
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    if (this.#closed) return;
    // A slot with a timer is starting, working, or backing off.
    for (const slot of this.#slots)
      if (!slot.timer && slot.worker && this.#queue.size > 0) this.#send(slot, slot.worker);
    let starting = this.#slots.filter(({ worker, loaded, express }) => worker && loaded.size === 0 && !express).length;
    for (const slot of this.#slots) {
      if (slot.timer || slot.worker || (!slot.express && this.#queue.size <= starting)) continue;
      this.#start(slot);
      if (!slot.express) starting++;
    }
  }

  #start(slot: WorkerSlot): void {
    const worker = startProcess('./maia-worker', import.meta.url, {
      purpose: 'maia',
      serialization: 'advanced', // sends numbers as bytes, not as text
      // Otherwise ONNX Runtime keeps a device id and a database of events in the user's cache folder.
      env: { ORT_DISABLE_TELEMETRY: '1' },
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    slot.worker = worker;
    if (worker.pid !== undefined) lowerPriority(this.#options.nice ?? 0, worker.pid);
    slot.loaded.clear();
    worker.on('message', (reply: FromMaia) => this.#receive(slot, worker, reply));
    worker.on('error', error => this.#failed(slot, worker, `failed (${error.message})`));
    worker.on('exit', (code, signal) => this.#failed(slot, worker, `ended (${signal ?? `code ${code}`})`));
    const net = slot.net ?? this.#queue.order().find(task => this.#serves(slot, task))?.net;
    if (net) this.#load(slot, worker, net);
  }

  #load(slot: WorkerSlot, worker: ChildProcess, net: MaiaNet): void {
    slot.net = net;
    slot.loading = true;
    this.#say(slot, worker, { kind: 'load', net: net.id, family: net.family, graph: net.graph });
  }

  /** Sends a worker a message and sets a timer for its answer. */
  #say(slot: WorkerSlot, worker: ChildProcess, message: ToMaia): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.#failed(slot, worker, 'did not answer in time'), DEADLINE_MS);
    // A worker that has just died gets no message; its positions are handled at its `exit`, which comes next.
    if (worker.connected) worker.send(message, () => undefined);
  }

  #send(slot: WorkerSlot, worker: ChildProcess): void {
    // Positions are divided evenly among the free workers: four positions on two workers are two batches of two.
    const free = this.#slots.filter(({ timer, worker, express }) => !timer && worker && !express).length;
    const size = Math.min(MAX_BATCH, Math.ceil(this.#queue.size / Math.max(1, free)));
    const tasks: Task[] = [];
    const first = this.#queue.take(task => this.#serves(slot, task));
    if (!first) return;
    const { net } = first;
    if (!slot.loaded.has(net.id)) {
      this.#queue.unshift(first, first.claim);
      return this.#load(slot, worker, net);
    }
    // A move on a running clock shares its batch only with other such moves, since a larger batch takes longer.
    const joins = (task: Task) =>
      task.net.id === net.id && !task.request.deterministic && isMove(task) === isMove(first);
    for (let task: Task | undefined = first; task; task = this.#queue.pick(joins)) {
      task.attempts++;
      tasks.push(task);
      if (tasks.length === size || task.request.deterministic) break;
    }
    const { length, pack, moveIndex } = ENCODINGS[net.family];
    const boards = new Uint8Array(tasks.length * length);
    const legal = tasks.map(({ request: { history }, moves }, row) => {
      pack(history, boards, row * length);
      const position = history.at(-1) as Position;
      return Uint16Array.from(moves, ({ move }) => moveIndex(position, move));
    });
    slot.batch = tasks;
    slot.since = performance.now();
    this.#say(slot, worker, {
      kind: 'batch',
      id: ++this.#batches,
      net: net.id,
      boards,
      ratings: tasks.map(({ request }) => request.rating),
      opponentRatings: tasks.map(({ request }) => request.opponentRating),
      legal,
    });
  }

  /** Other workers take moves only while the reserved one is being replaced: their batches may take long. */
  #serves(slot: WorkerSlot, task: Task): boolean {
    if (slot.express) return isMove(task);
    return !isMove(task) || this.#slots.some(({ express, failures }) => express && failures > 0);
  }

  #receive(slot: WorkerSlot, worker: ChildProcess, reply: FromMaia): void {
    if (slot.worker !== worker) return;
    if (reply.kind === 'error') return this.#failed(slot, worker, `failed (${reply.message})`);
    const tasks = this.#release(slot);
    if (reply.kind === 'ready') {
      if (slot.net) slot.loaded.add(slot.net.id);
    } else {
      slot.failures = 0;
      tasks.forEach((task, row) => {
        task.answer.resolve({
          logits: Array.from(reply.logits[row] ?? []),
          wdl: wdlOf(reply.value.subarray(row * 3, row * 3 + 3)),
        });
      });
    }
    this.#pump();
  }

  #release(slot: WorkerSlot): Task[] {
    clearTimeout(slot.timer);
    slot.timer = undefined;
    slot.loading = false;
    const tasks = slot.batch;
    if (tasks.length > 0) {
      const ms = performance.now() - slot.since;
      this.#busyMs += ms;
      for (const { time } of tasks) time?.add(ms / tasks.length);
    }
    slot.batch = [];
    return tasks;
  }

  /** Replaces a worker that is gone or useless: its positions are asked once more, of any free worker. */
  #failed(slot: WorkerSlot, worker: ChildProcess, what: string): void {
    if (slot.worker !== worker || this.#closed) return;
    const fault = new Fault('engine-failed', `Maia’s worker ${what}.`);
    const unloaded = slot.loading ? slot.net : undefined;
    const tasks = this.#release(slot);
    slot.worker = undefined;
    slot.failures++;
    this.#failures++;
    worker.kill('SIGKILL');
    this.#options.onFailure?.(fault);
    slot.loaded.clear();
    // A worker that fails twice before "ready" will not start with this model or runtime, so its tasks fail at once.
    const isElsewhere = unloaded && this.#slots.some(({ loaded }) => loaded.has(unloaded.id));
    if (unloaded && !isElsewhere && slot.failures >= ATTEMPTS_PER_POSITION) {
      slot.net = undefined;
      const waits = (task: Task) => task.net.id === unloaded.id;
      for (let task = this.#queue.pick(waits); task; task = this.#queue.pick(waits)) task.answer.reject(fault);
    }
    for (const task of tasks.reverse()) {
      if (task.answer.settled) continue; // cancelled meanwhile
      if (task.attempts >= ATTEMPTS_PER_POSITION) task.answer.reject(fault);
      else this.#queue.unshift(task, task.claim);
    }
    slot.timer = setTimeout(
      () => {
        slot.timer = undefined;
        this.#pump();
      },
      backoffMs(slot.failures, this.#options.random),
    );
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (let task = this.#queue.take(); task; task = this.#queue.take()) task.answer.reject(closing());
    await Promise.all(
      this.#slots.map(async slot => {
        for (const task of this.#release(slot)) task.answer.reject(closing());
        const { worker } = slot;
        if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
        const gone = new Promise(resolve => worker.once('exit', resolve));
        worker.kill('SIGKILL');
        await gone;
      }),
    );
  }

  /** Kills all workers without waiting, when the process is about to end. */
  kill(): void {
    this.#closed = true;
    for (const { worker } of this.#slots) worker?.kill('SIGKILL');
  }
}

const emptySlot = ({ express = false } = {}): WorkerSlot => ({
  express,
  worker: undefined,
  loaded: new Set(),
  net: undefined,
  loading: false,
  batch: [],
  since: 0,
  timer: undefined,
  failures: 0,
});

const isMove = ({ claim }: Task): boolean => claim.priority === 'move';

const closing = () => new Fault('closing', 'Maia is shutting down.');

/** The model's order is loss, draw, win. */
function wdlOf(value: Float32Array): MaiaAnswer['wdl'] {
  const [loss = 0, draw = 0, win = 0] = softmax(value);
  return { win, draw, loss };
}
