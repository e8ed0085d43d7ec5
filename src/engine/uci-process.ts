import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Engine } from 'node-uci';
import { environmentFor } from '../base/environment.ts';
import { Fault } from '../base/fault.ts';
import { lowerPriority } from '../base/process.ts';
import { type OptionRange, parseUciLine } from './uci.ts';

export interface Executable {
  command: string;
  args: readonly string[];
}

/** The most time for all answers but searches: an engine on a loaded machine starts in under a second. */
const PATIENCE_MS = 10_000;
const STDERR_KEPT = 2_000;
/** Depth 40 with 256 lines says far less; a program that floods is no engine. */
const MAX_LINES = 200_000;

/** The most telling line of an engine's error output, without stack traces. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').map(line => line.trim());
  const line = lines.find(line => /error|cannot|not found/i.test(line)) ?? lines.find(line => line !== '');
  return line ? `: ${line.slice(0, 200)}` : '';
}

interface Waiter {
  line: (line: string) => void;
  fail: (fault: Fault) => void;
}

/**
 * One engine process, spoken to through node-uci (1.3.4), with the two parts replaced that cannot be relied on:
 * how it starts (it knows no arguments, no priority and no exit) and how it waits (it looks at the last line of a
 * chunk only, so an answer followed by more output is missed, and it waits for ever). Its `go` is not used either:
 * it puts `searchmoves` first, where they swallow the rest, drops `wdl`, and tells nothing before the end.
 */
export class UciProcess extends Engine {
  readonly #executable: Executable;
  readonly #nice: number;
  /** The bounds of the options that are numbers. */
  readonly ranges = new Map<string, OptionRange>();
  readonly #waiters = new Set<Waiter>();
  readonly #exitListeners: ((fault: Fault) => void)[] = [];
  #ended: Fault | undefined;
  #stderr = '';

  constructor(executable: Executable, nice = 0) {
    super(executable.command);
    this.#executable = executable;
    this.#nice = nice;
  }

  get pid(): number | undefined {
    return this.proc?.pid;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  onExit(listener: (fault: Fault) => void): void {
    if (this.#ended) listener(this.#ended);
    else this.#exitListeners.push(listener);
  }

  override async init(): Promise<this> {
    const { command, args } = this.#executable;
    const env = environmentFor('engine');
    const proc = spawn(command, args, { env, stdio: 'pipe', windowsHide: true });
    this.proc = proc;
    this.#listen(proc);
    if (proc.pid !== undefined) this.write('uci');
    for (const line of await this.getBufferUntil(line => line === 'uciok')) {
      const said = parseUciLine(line);
      if (said.kind === 'name') this.id.name = said.name;
      else if (said.kind === 'option') {
        this.options.set(said.name, true);
        if (said.range) this.ranges.set(said.name, said.range);
      }
    }
    // Not before: its start should be fast. And not after `setoption Threads`: its threads inherit the priority.
    if (proc.pid !== undefined) lowerPriority(this.#nice, proc.pid);
    return this;
  }

  #listen(proc: ChildProcessWithoutNullStreams): void {
    proc.on('error', error => this.#end(`could not be started (${error.message})`));
    proc.on('exit', (code, signal) => this.#end(`ended (${signal ?? `code ${code}`})`));
    if (proc.pid === undefined) return; // it never ran, and may not even have streams
    createInterface({ input: proc.stdout }).on('line', line => {
      for (const waiter of [...this.#waiters]) waiter.line(line.trim());
    });
    proc.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    // Writing to an engine that has just died fails here first; `exit` follows and reports it.
    proc.stdin.on('error', error => this.#end(`could not be written to (${error.message})`));
  }

  #end(what: string): void {
    if (this.#ended) return;
    this.#ended = new Fault('engine-failed', `Stockfish ${what}${lastWords(this.#stderr)}.`);
    this.proc?.kill('SIGKILL');
    for (const waiter of [...this.#waiters]) waiter.fail(this.#ended);
    for (const listener of this.#exitListeners) listener(this.#ended);
  }

  kill(reason = 'was stopped'): void {
    this.#end(reason);
  }

  /** Every line up to and including the first that fits; an engine that takes longer than `patienceMs` is killed. */
  waitFor(condition: (line: string) => boolean, patienceMs: number): Promise<string[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const lines: string[] = [];
      const seconds = (patienceMs / 1000).toFixed(patienceMs < 1000 ? 1 : 0);
      const timer = setTimeout(() => this.#end(`did not answer within ${seconds} s`), patienceMs);
      const done = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        line: line => {
          lines.push(line);
          if (lines.length > MAX_LINES) return this.#end('talks without end');
          if (!condition(line)) return;
          done();
          resolve(lines);
        },
        fail: fault => {
          done();
          reject(fault);
        },
      };
      this.#waiters.add(waiter);
    });
  }

  override getBufferUntil(condition: (line: string) => boolean): Promise<string[]> {
    return this.waitFor(condition, PATIENCE_MS);
  }
}
