import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { type Deferred, deferred } from '../base/deferred.ts';
import { type Claim, FairQueue } from '../base/fair-queue.ts';
import { Fault, throwIfAborted } from '../base/fault.ts';
import { startProcess } from '../base/process.ts';
import type { Answered, Asked, FromProcess } from './answering.ts';
import type { Tasks } from './tasks.ts';

/** What goes in and comes out, by the name of the task: plain data and bytes. */
type Table = { [name: string]: { input: unknown; output: unknown } };

export interface TaskPoolOptions {
  /** How many processes. */
  size?: number;
  /** What runs in them: a file without its extension, and the module that names it. */
  program?: readonly [name: string, base: string];
  /** How many tasks may wait. */
  maxWaiting?: number;
  /** What the objects of one process may take. Bytes, such as those of pictures, are not among them. */
  heapMb?: number;
}

export interface TaskOptions extends Partial<Claim> {
  signal?: AbortSignal | undefined;
  /** How long it may run once it has begun. */
  deadlineMs?: number;
}

interface Waiting {
  owner: string;
  asked: Asked;
  deadlineMs: number;
  answer: Deferred<unknown>;
}

/** A place for a process, which is started when it is needed. */
interface Seat {
  child: ChildProcess | undefined;
  ready: boolean;
  task: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** With one, whoever gives it something that takes long would keep all others waiting. */
const SIZE = Math.min(4, Math.max(2, availableParallelism() - 1));
const MAX_WAITING = 500;
const START_MS = 30_000;
export const DEADLINE_MS = 20_000;
export const HEAP_MB = 512;

/**
 * Processes for what computes, beside one that only talks. Owners take turns, and one alone never holds all of them. A task
 * that runs for too long, or is not wanted any more, ends with its process, as a loop that does not end cannot be left in
 * another way; so does one that takes too much memory. The next task gets a new one.
 */
export class TaskPool<T extends { [K in keyof T]: Table[string] } = Tasks> {
  readonly #program: readonly [name: string, base: string];
  readonly #maxWaiting: number;
  readonly #heapMb: number;
  readonly #seats: Seat[];
  readonly #queue = new FairQueue<Waiting>();
  #closing: Fault | undefined;
  readonly #killAll = () => {
    for (const { child } of this.#seats) child?.kill('SIGKILL');
  };

  constructor(options: TaskPoolOptions = {}) {
    this.#program = options.program ?? ['./process', import.meta.url];
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#heapMb = options.heapMb ?? HEAP_MB;
    this.#seats = Array.from({ length: options.size ?? SIZE }, () => ({
      ...{ child: undefined, ready: false, task: undefined, timer: undefined },
    }));
    process.on('exit', this.#killAll);
  }

  get counts(): { waiting: number; running: number } {
    return { waiting: this.#queue.size, running: this.#seats.filter(({ task }) => task).length };
  }

  async run<K extends keyof T & string>(
    task: K,
    input: T[K]['input'],
    { signal, deadlineMs = DEADLINE_MS, owner = '', priority = 'interactive' }: TaskOptions = {},
  ): Promise<T[K]['output']> {
    throwIfAborted(signal);
    if (this.#closing) throw this.#closing;
    if (this.#queue.size >= this.#maxWaiting)
      throw new Fault('busy', 'Kibitz has too much to do at the moment; please try again in a minute.');
    const waiting: Waiting = {
      ...{ owner, deadlineMs, asked: { task, input } },
      answer: deferred(signal, () => this.#leave(waiting)),
    };
    this.#queue.push(waiting, { priority, owner });
    this.#dispatch();
    return (await waiting.answer.promise) as T[K]['output'];
  }

  /** Starts all processes, so that the first tasks need not wait for that. */
  warm(): void {
    for (const seat of this.#seats) if (!seat.child) this.#start(seat);
  }

  #dispatch(): void {
    const most = Math.max(1, this.#seats.length - 1);
    const running = (owner: string) => this.#seats.filter(({ task }) => task?.owner === owner).length;
    for (;;) {
      const free = this.#seats.filter(({ task }) => !task);
      const seat = free.find(({ ready }) => ready) ?? free.find(({ child }) => child) ?? free[0];
      const next = seat && !this.#closing && this.#queue.take(({ owner }) => running(owner) < most);
      if (!next) return;
      seat.task = next;
      if (!seat.child) this.#start(seat);
      if (seat.ready) this.#time(seat);
      // One that has just died cannot be told; its `exit` comes next.
      if (seat.child?.connected) seat.child.send(next.asked, () => undefined);
    }
  }

  #start(seat: Seat): void {
    const child = startProcess(...this.#program, {
      purpose: 'task',
      serialization: 'advanced', // bytes travel as they are, not as text
      stdio: ['ignore', 2, 2, 'ipc'],
      execArgv: [`--max-old-space-size=${this.#heapMb}`],
    });
    seat.child = child;
    const ours = (hear: () => void) => seat.child === child && hear();
    child.on('message', (message: FromProcess) => ours(() => this.#hear(seat, message)));
    // One that could not be started has no `exit`.
    child.on('error', error => child.pid === undefined && ours(() => this.#end(seat, died(seat, error.message))));
    child.on('exit', (code, signal) => ours(() => this.#end(seat, died(seat, signal ?? `code ${code}`))));
    seat.timer = setTimeout(() => this.#end(seat, died(seat, 'it does not start')), START_MS);
  }

  #hear(seat: Seat, message: FromProcess): void {
    if ('ready' in message) {
      seat.ready = true;
      return this.#time(seat);
    }
    clearTimeout(seat.timer);
    const { task } = seat;
    seat.task = undefined;
    if (message.ok) task?.answer.resolve(message.output);
    else task?.answer.reject(faultOf(message));
    this.#dispatch();
  }

  /** Counts from where its task begins, if it has one. */
  #time(seat: Seat): void {
    clearTimeout(seat.timer);
    const { task } = seat;
    if (task) seat.timer = setTimeout(() => this.#end(seat, tooLong(task)), task.deadlineMs);
  }

  /** Whoever has asked for it does not want it any more. */
  #leave(waiting: Waiting): void {
    const seat = this.#seats.find(({ task }) => task === waiting);
    if (seat) this.#end(seat);
    else this.#queue.remove(waiting);
  }

  /** The process of a seat, and what it was doing. */
  #end(seat: Seat, fault?: Fault): void {
    const { child, task } = seat;
    clearTimeout(seat.timer);
    Object.assign(seat, { child: undefined, ready: false, task: undefined, timer: undefined });
    child?.kill('SIGKILL');
    if (fault) task?.answer.reject(fault);
    this.#dispatch();
  }

  /** Ends what runs, and tells whoever waits. */
  async close(): Promise<void> {
    const closing = new Fault('closing', 'Kibitz is shutting down.');
    this.#closing = closing;
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.answer.reject(closing);
    const gone = this.#seats.flatMap(({ child }) => (child && child.pid !== undefined ? [once(child, 'exit')] : []));
    for (const seat of this.#seats) this.#end(seat, closing);
    process.removeListener('exit', this.#killAll);
    await Promise.all(gone);
  }
}

const tooLong = ({ asked: { task }, deadlineMs }: Waiting): Fault =>
  new Fault('too-large', `This takes more than the ${deadlineMs / 1000} s that there are for it (${task}).`);

/** Node's way to say that there is no memory left for objects. */
const OUT_OF_MEMORY = 'SIGABRT';

function died({ task }: Seat, how: string): Fault {
  const what = task?.asked.task ?? 'nothing';
  return how === OUT_OF_MEMORY
    ? new Fault('too-large', `This takes more memory than there is for it (${what}).`)
    : new Fault('internal', `Something went wrong inside Kibitz (${what}: ${how}).`);
}

function faultOf({ code, message, refusal, stack }: Extract<Answered, { ok: false }>): Fault {
  if (code !== 'internal') return new Fault(code, message, { refusal });
  // Where it happened, for the log.
  const cause = new Error(message);
  if (stack !== undefined) cause.stack = stack;
  return new Fault(code, message, { cause });
}
