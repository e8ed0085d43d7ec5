import type { ChildProcess } from 'node:child_process';
import { type LegalMove, legalMoves, type Position } from '../chess/position.ts';
import { backoffMs } from './backoff.ts';
import { type Deferred, deferred } from './deferred.ts';
import { BOARDS_LENGTH, encodeBoards, moveIndex } from './encode.ts';
import { startProcess } from './entry.ts';
import { Fault, throwIfAborted } from './fault.ts';
import type { FromMaia, ToMaia } from './maia-worker.ts';
import { softmax } from './policy.ts';
import { type Claim, FairQueue } from './queue.ts';

export interface MaiaRequest {
  /** The game so far, oldest first, the position asked about last; the last eight count. */
  history: readonly Position[];
  rating: number;
  opponentRating: number;
  /** In a batch of its own: the runtime's last digits depend on how many positions it multiplies at once. */
  deterministic?: boolean;
}

export interface MaiaAnswer {
  /** In the order of `legalMoves`; the model's raw numbers, so that a temperature can still be applied. */
  logits: number[];
  /** For the side to move; sums to 1. */
  wdl: { win: number; draw: number; loss: number };
}

export interface MaiaOptions {
  model: Uint8Array;
  workers: number;
  random?: () => number;
  onFailure?: (fault: Fault) => void;
}

interface Task {
  request: MaiaRequest;
  moves: LegalMove[];
  claim: Claim;
  attempts: number;
  answer: Deferred<MaiaAnswer>;
}

interface Seat {
  /** Takes moves on running clocks and nothing else, so that they never wait for a batch that is under way. */
  express: boolean;
  worker: ChildProcess | undefined;
  ready: boolean;
  batch: Task[];
  /** When the batch was sent. */
  since: number;
  timer: NodeJS.Timeout | undefined;
  failures: number;
}

/** Measured: 8 to 16 positions a batch are fastest on a CPU; larger ones only delay the first answer. */
const MAX_BATCH = 16;
const ATTEMPTS_PER_POSITION = 2;
/** For loading the model or for one batch: ten times what either takes on a slow, loaded machine. */
const DEADLINE_MS = 20_000;

/**
 * Maia in worker processes, one single-threaded session each, fed in batches from one fair queue. From the first move on
 * a running clock on there is one more, for such moves alone.
 */
export class Maia {
  readonly #options: MaiaOptions;
  readonly #queue = new FairQueue<Task>();
  readonly #seats: Seat[];
  #closed = false;
  #failures = 0;
  #batches = 0;
  #busyMs = 0;

  constructor(options: MaiaOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.workers }, () => emptySeat());
  }

  get size(): number {
    return this.#seats.length;
  }

  get failures(): number {
    return this.#failures;
  }

  get pids(): number[] {
    return this.#seats.flatMap(({ worker }) => (worker?.pid ? [worker.pid] : []));
  }

  get busy(): number {
    return this.#seats.filter(seat => seat.batch.length > 0).length;
  }

  /** What all batches have taken so far, of all workers together. */
  get busyMs(): number {
    return this.#busyMs;
  }

  async predict(request: MaiaRequest, claim: Claim, signal?: AbortSignal): Promise<MaiaAnswer> {
    if (this.#closed) throw closing();
    throwIfAborted(signal);
    const position = request.history.at(-1);
    const moves = position ? legalMoves(position) : [];
    if (moves.length === 0) throw new Fault('bad-input', 'position: the game is over, there is no move to predict.');
    const answer = deferred<MaiaAnswer>(signal, () => this.#queue.remove(task));
    const task: Task = { request, moves, claim, attempts: 0, answer };
    if (isMove(task) && !this.#seats.some(({ express }) => express)) this.#seats.push(emptySeat({ express: true }));
    this.#queue.push(task, claim);
    this.#schedule();
    return answer.promise;
  }

  /** After this turn of the event loop, so that requests made together travel together. */
  #schedule(): void {
    setImmediate(() => this.#pump());
  }

  #pump(): void {
    if (this.#closed) return;
    // A seat with a timer is starting, working, or backing off.
    for (const seat of this.#seats)
      if (!seat.timer && seat.worker && this.#queue.size > 0) this.#send(seat, seat.worker);
    let starting = this.#seats.filter(({ worker, ready, express }) => worker && !ready && !express).length;
    for (const seat of this.#seats) {
      if (seat.timer || seat.worker || (!seat.express && this.#queue.size <= starting)) continue;
      this.#start(seat);
      if (!seat.express) starting++;
    }
  }

  #start(seat: Seat): void {
    const worker = startProcess('./maia-worker', import.meta.url, {
      serialization: 'advanced', // numbers travel as they are, not as text
      // Otherwise ONNX Runtime keeps a device id and a database of events in the user's cache folder.
      env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    seat.worker = worker;
    seat.ready = false;
    worker.on('message', (reply: FromMaia) => this.#receive(seat, worker, reply));
    worker.on('error', error => this.#failed(seat, worker, `failed (${error.message})`));
    worker.on('exit', (code, signal) => this.#failed(seat, worker, `ended (${signal ?? `code ${code}`})`));
    this.#say(seat, worker, { kind: 'start', model: this.#options.model });
  }

  /** Gives the worker something to do, and a time to have done it by. */
  #say(seat: Seat, worker: ChildProcess, message: ToMaia): void {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(() => this.#failed(seat, worker, 'did not answer in time'), DEADLINE_MS);
    // A worker that has just died cannot be told; its `exit` comes next and sees to its positions.
    if (worker.connected) worker.send(message, () => undefined);
  }

  #send(seat: Seat, worker: ChildProcess): void {
    // Shared out evenly among those that are free: four positions on two workers are two batches of two.
    const free = this.#seats.filter(({ timer, worker, express }) => !timer && worker && !express).length;
    const size = Math.min(MAX_BATCH, Math.ceil(this.#queue.size / Math.max(1, free)));
    const tasks: Task[] = [];
    const first = this.#queue.take(task => this.#serves(seat, task));
    if (!first) return;
    // A move travels with moves alone: what is larger takes longer.
    const joins = (task: Task) => !task.request.deterministic && isMove(task) === isMove(first);
    for (let task: Task | undefined = first; task; task = this.#queue.take(joins)) {
      task.attempts++;
      tasks.push(task);
      if (tasks.length === size || task.request.deterministic) break;
    }
    const boards = new Uint8Array(tasks.length * BOARDS_LENGTH);
    const legal = tasks.map(({ request: { history }, moves }, row) => {
      encodeBoards(history, boards, row * BOARDS_LENGTH);
      const position = history.at(-1) as Position;
      return Uint16Array.from(moves, ({ move }) => moveIndex(position, move));
    });
    seat.batch = tasks;
    seat.since = performance.now();
    this.#say(seat, worker, {
      kind: 'batch',
      id: ++this.#batches,
      boards,
      ratings: tasks.map(({ request }) => request.rating),
      opponentRatings: tasks.map(({ request }) => request.opponentRating),
      legal,
    });
  }

  /** The others take moves only while theirs has to be replaced: what they have begun may take long. */
  #serves(seat: Seat, task: Task): boolean {
    if (seat.express) return isMove(task);
    return !isMove(task) || this.#seats.some(({ express, failures }) => express && failures > 0);
  }

  #receive(seat: Seat, worker: ChildProcess, reply: FromMaia): void {
    if (seat.worker !== worker) return;
    if (reply.kind === 'error') return this.#failed(seat, worker, `failed (${reply.message})`);
    const tasks = this.#release(seat);
    if (reply.kind === 'ready') seat.ready = true;
    else {
      seat.failures = 0;
      tasks.forEach((task, row) => {
        task.answer.resolve({
          logits: Array.from(reply.logits[row] ?? []),
          wdl: wdlOf(reply.value.subarray(row * 3, row * 3 + 3)),
        });
      });
    }
    this.#pump();
  }

  #release(seat: Seat): Task[] {
    clearTimeout(seat.timer);
    seat.timer = undefined;
    const tasks = seat.batch;
    if (tasks.length > 0) this.#busyMs += performance.now() - seat.since;
    seat.batch = [];
    return tasks;
  }

  /** The worker is gone or useless: its positions are asked once more, of whoever is free, and a new one starts. */
  #failed(seat: Seat, worker: ChildProcess, what: string): void {
    if (seat.worker !== worker || this.#closed) return;
    const fault = new Fault('engine-failed', `Maia’s worker ${what}.`);
    const tasks = this.#release(seat);
    seat.worker = undefined;
    seat.failures++;
    this.#failures++;
    worker.kill('SIGKILL');
    this.#options.onFailure?.(fault);
    // Twice in a row before saying "ready": this model or runtime will not start here, so nobody is kept waiting for it.
    if (!seat.ready && seat.failures >= ATTEMPTS_PER_POSITION && !this.#seats.some(({ ready }) => ready))
      for (let task = this.#queue.take(); task; task = this.#queue.take()) task.answer.reject(fault);
    seat.ready = false;
    for (const task of tasks.reverse()) {
      if (task.answer.settled) continue; // cancelled meanwhile
      if (task.attempts >= ATTEMPTS_PER_POSITION) task.answer.reject(fault);
      else this.#queue.unshift(task, task.claim);
    }
    seat.timer = setTimeout(
      () => {
        seat.timer = undefined;
        this.#pump();
      },
      backoffMs(seat.failures, this.#options.random),
    );
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (let task = this.#queue.take(); task; task = this.#queue.take()) task.answer.reject(closing());
    await Promise.all(
      this.#seats.map(async seat => {
        for (const task of this.#release(seat)) task.answer.reject(closing());
        const { worker } = seat;
        if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
        const gone = new Promise(resolve => worker.once('exit', resolve));
        worker.kill('SIGKILL');
        await gone;
      }),
    );
  }

  /** At once, without waiting: for the last moments of a process. */
  kill(): void {
    this.#closed = true;
    for (const { worker } of this.#seats) worker?.kill('SIGKILL');
  }
}

const emptySeat = ({ express = false } = {}): Seat => ({
  express,
  worker: undefined,
  ready: false,
  batch: [],
  since: 0,
  timer: undefined,
  failures: 0,
});

const isMove = ({ claim }: Task): boolean => claim.priority === 'move';

const closing = () => new Fault('closing', 'Maia is shutting down.');

/** The model says loss, draw, win. */
function wdlOf(value: Float32Array): MaiaAnswer['wdl'] {
  const [loss = 0, draw = 0, win = 0] = softmax(value);
  return { win, draw, loss };
}
