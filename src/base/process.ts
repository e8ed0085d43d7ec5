import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { environmentFor, type Purpose } from './environment.ts';

/** A file of Kibitz, and the arguments with which Node runs it. */
interface Program {
  file: string;
  execArgv: string[];
}

/**
 * A program of Kibitz in the form in which the caller runs: built JavaScript, or TypeScript through tsx in development.
 * Its file is named without its extension, relative to the caller's module.
 */
export function programOf(name: string, base: string): Program {
  const typescript = base.endsWith('.ts');
  const file = fileURLToPath(new URL(name + (typescript ? '.ts' : '.js'), base));
  return { file, execArgv: typescript ? ['--import', import.meta.resolve('tsx')] : [] };
}

interface ProcessOptions extends Pick<ForkOptions, 'stdio' | 'serialization' | 'execArgv'> {
  purpose: Purpose;
  /** Variables beyond those of its purpose. */
  env?: Readonly<Record<string, string>>;
}

export function startProcess(
  name: string,
  base: string,
  { purpose, env: more = {}, execArgv: moreArgv = [], ...options }: ProcessOptions,
): ChildProcess {
  const { file, execArgv } = programOf(name, base);
  const env = { ...environmentFor(purpose), ...more };
  return fork(file, { ...options, execArgv: [...execArgv, ...moreArgv], env });
}

/**
 * Sends a message to the process that started this one. If that has just died the message is lost, and `disconnect`
 * follows.
 */
export function tellParent(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The niceness of Maia and the analysis process, given the niceness of Stockfish. Maia goes ahead of Stockfish, as its
 * trees are shown first and say what Stockfish has to search. Processes that talk to people are at 0, ahead of both.
 */
export const aheadOfEngines = (nice: number): number => Math.floor(nice / 2);

/** Makes a process (0: this one) nicer, never less nice, which a process started under `nice` is not allowed to do. */
export function lowerPriority(niceness: number, pid = 0): void {
  try {
    setPriority(pid, Math.max(getPriority(pid), niceness));
  } catch (error) {
    // The process may have ended meanwhile, or a container may forbid it: then it keeps the priority that it has.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
