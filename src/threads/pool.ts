import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type Deferred, deferred } from '../engine/deferred.ts';
import { type Program, programOf } from '../engine/entry.ts';
import { Fault, faultOfSignal, throwIfAborted } from '../engine/fault.ts';
import { type Claim, FairQueue } from '../engine/queue.ts';
import type { Answered, Asked } from './answering.ts';
import type { Tasks } from './tasks.ts';

/** What goes in and comes out, by the name of the task: plain data and bytes. */
type Table = { [name: string]: { input: unknown; output: unknown } };

export interface ThreadPoolOptions {
  /** How many threads. */
  size?: number;
  /** What runs in them. */
  program?: Program;
  /** How many tasks may wait. */
  maxWaiting?: number;
  /** What the objects of one thread may take. Bytes, such as those of pictures, are not among them. */
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
  signal: AbortSignal | undefined;
  answer: Deferred<unknown>;
}

/** With one, whoever gives it something that takes long would keep all others waiting. */
const SIZE = Math.min(4, Math.max(2, availableParallelism() - 1));
const MAX_WAITING = 500;
const DEADLINE_MS = 20_000;
const HEAP_MB = 512;
/** Behind the thread that talks, so that it is never kept waiting by these; ahead of Maia and Stockfish. */
const NICENESS = 2;

/**
 * Threads for what computes, beside a main thread that only talks. Owners take turns, and one alone never holds all
 * threads. A task that runs for too long, or is not wanted any more, ends with its thread, which is replaced: a loop that
 * does not end cannot be left in another way. So does one that takes too much memory.
 */
export class ThreadPool<T extends { [K in keyof T]: Table[string] } = Tasks> {
  readonly #threads: Piscina;
  readonly #size: number;
  readonly #maxWaiting: number;
  readonly #queue = new FairQueue<Waiting>();
  /** How many tasks of whom run. */
  readonly #running = new Map<string, number>();
  /** With which each of them is ended. */
  readonly #ends = new Set<AbortController>();
  #closing: Fault | undefined;

  constructor(options: ThreadPoolOptions = {}) {
    const { size = SIZE, program = programOf('./thread', import.meta.url), heapMb = HEAP_MB } = options;
    this.#size = size;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#threads = new Piscina({
      filename: program.file,
      execArgv: forThreads(program),
      minThreads: size,
      maxThreads: size,
      idleTimeout: Number.POSITIVE_INFINITY,
      niceIncrement: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // A thread that sleeps between two tasks would not go on with what it loads meanwhile.
      atomics: 'disabled',
    });
    // One that ends between two tasks, or before its first, is replaced with the next one.
    this.#threads.on('error', () => undefined);
  }

  /** How many tasks wait and run. */
  get counts(): { waiting: number; running: number } {
    return { waiting: this.#queue.size, running: this.#ends.size };
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
      ...{ owner, deadlineMs, signal, asked: { task, input } },
      answer: deferred(signal, () => void this.#queue.remove(waiting)),
    };
    this.#queue.push(waiting, { priority, owner });
    this.#dispatch();
    return (await waiting.answer.promise) as T[K]['output'];
  }

  #dispatch(): void {
    const most = Math.max(1, this.#size - 1);
    while (this.counts.running < this.#size) {
      const next = this.#queue.take(({ owner }) => (this.#running.get(owner) ?? 0) < most);
      if (!next) return;
      void this.#begin(next);
    }
  }

  async #begin({ owner, asked, deadlineMs, signal, answer }: Waiting): Promise<void> {
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    const end = new AbortController();
    this.#ends.add(end);
    const timer = setTimeout(() => end.abort(tooLong(asked, deadlineMs)), deadlineMs);
    const unwanted = () => end.abort();
    signal?.addEventListener('abort', unwanted);
    try {
      const answered = (await this.#threads.run(asked, { signal: end.signal })) as Answered;
      if (answered.ok) answer.resolve(answered.output);
      else answer.reject(faultOf(answered));
    } catch (error) {
      answer.reject(end.signal.aborted ? faultOfSignal(end.signal) : died(asked, error));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', unwanted);
      this.#ends.delete(end);
      const left = (this.#running.get(owner) ?? 1) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
      this.#dispatch();
    }
  }

  /** Ends what runs, and tells whoever waits. */
  async close(): Promise<void> {
    const closing = new Fault('closing', 'Kibitz is shutting down.');
    this.#closing = closing;
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.answer.reject(closing);
    for (const end of this.#ends) end.abort(closing);
    await this.#threads.destroy();
  }
}

/**
 * What Node needs for a program in a thread: there `--import tsx` is not enough in Node 20, as tsx takes it that the main
 * thread has seen to its modules.
 */
function forThreads({ execArgv }: Program): string[] {
  if (execArgv.length === 0) return [];
  const register = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}

const tooLong = ({ task }: Asked, deadlineMs: number): Fault =>
  new Fault('too-large', `This takes more than the ${deadlineMs / 1000} s that there are for it (${task}).`);

/** A thread ends under a task when its memory is used up, or by a fault of what it is made of. */
function died({ task }: Asked, error: unknown): Fault {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Fault('too-large', `This takes more memory than there is for it (${task}).`, { cause: error })
    : new Fault('internal', `Something went wrong inside Kibitz (${task}: ${message}).`, { cause: error });
}

function faultOf({ code, message, refusal, stack }: Extract<Answered, { ok: false }>): Fault {
  if (code !== 'internal') return new Fault(code, message, { refusal });
  // Where it happened, for the log.
  const cause = new Error(message);
  if (stack !== undefined) cause.stack = stack;
  return new Fault(code, message, { cause });
}
