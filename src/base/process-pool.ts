import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { type Deferred, deferred } from './deferred.ts';
import { type Claim, FairQueue } from './fair-queue.ts';
import { Fault, type FaultCode, throwIfAborted, toFault } from './fault.ts';
import { lowerPriority, startProcess, tellParent } from './process.ts';
import type { Refusal } from './result.ts';

/** The input and the output of each task by its name: plain data and bytes. */
type Table = { [name: string]: { input: unknown; output: unknown } };

export interface ProcessPoolOptions {
  /** The number of processes. */
  size?: number;
  /** The program of the processes: a file without its extension, relative to the module at `base`. */
  program: readonly [name: string, base: string];
  /** How many tasks may wait at a time. */
  maxWaiting?: number;
  /** The limit of the JavaScript heap of one process. Bytes, such as those of pictures, lie outside the heap. */
  heapMb?: number;
}

export interface TaskOptions extends Partial<Claim> {
  signal?: AbortSignal | undefined;
  /** How long the task may run once it has begun. */
  deadlineMs?: number;
}

interface Waiting {
  owner: string;
  asked: Asked;
  deadlineMs: number;
  answer: Deferred<unknown>;
}

/** A place for a process, which is started when it is needed. */
interface Slot {
  child: ChildProcess | undefined;
  ready: boolean;
  task: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** At least two: with one process, a long task would keep all others waiting. */
const SIZE = Math.min(4, Math.max(2, availableParallelism() - 1));
const MAX_WAITING = 500;
const START_MS = 30_000;
export const DEADLINE_MS = 20_000;
export const HEAP_MB = 512;

/**
 * Processes for tasks that compute, so that the event loop of this one is never blocked. Owners take turns, and one
 * alone never holds all processes. A task that runs for too long, takes too much memory or was aborted ends with its
 * process, as a loop that does not end cannot be left in another way; the next task gets a new process.
 */
export class ProcessPool<T extends { [K in keyof T]: Table[string] }> {
  readonly #program: readonly [name: string, base: string];
  readonly #maxWaiting: number;
  readonly #heapMb: number;
  readonly #slots: Slot[];
  readonly #queue = new FairQueue<Waiting>();
  #closing: Fault | undefined;
  readonly #killAll = () => {
    for (const { child } of this.#slots) child?.kill('SIGKILL');
  };

  constructor(options: ProcessPoolOptions) {
    this.#program = options.program;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#heapMb = options.heapMb ?? HEAP_MB;
    this.#slots = Array.from({ length: options.size ?? SIZE }, () => ({
      ...{ child: undefined, ready: false, task: undefined, timer: undefined },
    }));
    process.on('exit', this.#killAll);
  }

  get counts(): { waiting: number; running: number } {
    return { waiting: this.#queue.size, running: this.#slots.filter(({ task }) => task).length };
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
    for (const slot of this.#slots) if (!slot.child) this.#start(slot);
  }

  #dispatch(): void {
    const most = Math.max(1, this.#slots.length - 1);
    const running = (owner: string) => this.#slots.filter(({ task }) => task?.owner === owner).length;
    for (;;) {
      const free = this.#slots.filter(({ task }) => !task);
      const slot = free.find(({ ready }) => ready) ?? free.find(({ child }) => child) ?? free[0];
      const next = slot && !this.#closing && this.#queue.take(({ owner }) => running(owner) < most);
      if (!next) return;
      slot.task = next;
      if (!slot.child) this.#start(slot);
      if (slot.ready) this.#time(slot);
      // A process that has just died cannot be told; its `exit` comes next.
      if (slot.child?.connected) slot.child.send(next.asked, () => undefined);
    }
  }

  #start(slot: Slot): void {
    const child = startProcess(...this.#program, {
      purpose: 'task',
      serialization: 'advanced', // sends bytes as bytes, not as text
      stdio: ['ignore', 2, 2, 'ipc'],
      execArgv: [`--max-old-space-size=${this.#heapMb}`],
    });
    slot.child = child;
    const ours = (hear: () => void) => slot.child === child && hear();
    child.on('message', (message: FromProcess) => ours(() => this.#hear(slot, message)));
    // A process that could not be started emits no `exit`.
    child.on('error', error => child.pid === undefined && ours(() => this.#end(slot, died(slot, error.message))));
    child.on('exit', (code, signal) => ours(() => this.#end(slot, died(slot, signal ?? `code ${code}`))));
    slot.timer = setTimeout(() => this.#end(slot, died(slot, 'it does not start')), START_MS);
  }

  #hear(slot: Slot, message: FromProcess): void {
    if ('ready' in message) {
      slot.ready = true;
      return this.#time(slot);
    }
    clearTimeout(slot.timer);
    const { task } = slot;
    slot.task = undefined;
    if (message.ok) task?.answer.resolve(message.output);
    else task?.answer.reject(faultOf(message));
    this.#dispatch();
  }

  /** Counts from where its task begins, if it has one. */
  #time(slot: Slot): void {
    clearTimeout(slot.timer);
    const { task } = slot;
    if (task) slot.timer = setTimeout(() => this.#end(slot, tooLong(task)), task.deadlineMs);
  }

  /** A task was aborted. */
  #leave(waiting: Waiting): void {
    const slot = this.#slots.find(({ task }) => task === waiting);
    if (slot) this.#end(slot);
    else this.#queue.remove(waiting);
  }

  /** Ends the process of a slot, and its task. */
  #end(slot: Slot, fault?: Fault): void {
    const { child, task } = slot;
    clearTimeout(slot.timer);
    Object.assign(slot, { child: undefined, ready: false, task: undefined, timer: undefined });
    child?.kill('SIGKILL');
    if (fault) task?.answer.reject(fault);
    this.#dispatch();
  }

  /** Ends what runs; what waits is rejected. */
  async close(): Promise<void> {
    const closing = new Fault('closing', 'Kibitz is shutting down.');
    this.#closing = closing;
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.answer.reject(closing);
    const gone = this.#slots.flatMap(({ child }) => (child && child.pid !== undefined ? [once(child, 'exit')] : []));
    for (const slot of this.#slots) this.#end(slot, closing);
    process.removeListener('exit', this.#killAll);
    await Promise.all(gone);
  }
}

const tooLong = ({ asked: { task }, deadlineMs }: Waiting): Fault =>
  new Fault('too-large', `This takes more than the ${deadlineMs / 1000} s that there are for it (${task}).`);

/** The signal with which Node ends itself when its heap is full. */
const OUT_OF_MEMORY = 'SIGABRT';

function died({ task }: Slot, how: string): Fault {
  const what = task?.asked.task ?? 'nothing';
  return how === OUT_OF_MEMORY
    ? new Fault('too-large', `This takes more memory than there is for it (${what}).`)
    : new Fault('internal', `Something went wrong inside Kibitz (${what}: ${how}).`);
}

function faultOf({ code, message, refusal, stack }: Extract<Answered, { ok: false }>): Fault {
  if (code !== 'internal') return new Fault(code, message, { refusal });
  // The stack trace, for the log.
  const cause = new Error(message);
  if (stack !== undefined) cause.stack = stack;
  return new Fault(code, message, { cause });
}

/** What a pool asks of one of its processes: one task at a time. */
interface Asked {
  task: string;
  input: unknown;
}

/** A fault keeps its code and its sentence on the way out of a process; an error would lose them. */
type Answered =
  | { ok: true; output: unknown }
  | { ok: false; code: FaultCode; message: string; refusal: Refusal | undefined; stack: string | undefined };

type FromProcess = { ready: true } | Answered;

type Doing = (input: never) => unknown;
type Loads = Readonly<Record<string, () => Promise<Doing> | Doing>>;

/** Behind the main process, which is at 0 and answers people, and ahead of Stockfish. */
const NICENESS = 1;

/** Makes this process one of a pool: it does the tasks of a table, each loaded when it is first asked for. */
export function serveTasks(tasks: Loads): void {
  lowerPriority(NICENESS);
  // It ends when its parent ends, and ignores signals that reach the whole process group.
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('message', (asked: Asked) => void answer(tasks, asked).then(say));
  say({ ready: true });
}

const say = (message: FromProcess): void => tellParent(message);

async function answer(tasks: Loads, { task, input }: Asked): Promise<Answered> {
  try {
    const load = tasks[task];
    if (!load) throw new Error(`"${task}" is no task`);
    return { ok: true, output: await (await load())(input as never) };
  } catch (error) {
    const { code, message, refusal } = toFault(error);
    return { ok: false, code, message, refusal, stack: (error as Error).stack };
  }
}
