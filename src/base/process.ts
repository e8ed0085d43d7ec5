import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { environmentFor, type Purpose } from './environment.ts';

/** A file of ours, and what Node needs to run it. */
interface Program {
  file: string;
  execArgv: string[];
}

/**
 * A program of ours as what the caller runs as: built JavaScript, or TypeScript through tsx (development). Its file is
 * named without its extension, relative to the caller's module.
 */
export function programOf(name: string, base: string): Program {
  const typescript = base.endsWith('.ts');
  const file = fileURLToPath(new URL(name + (typescript ? '.ts' : '.js'), base));
  return { file, execArgv: typescript ? ['--import', import.meta.resolve('tsx')] : [] };
}

interface ProcessOptions extends Pick<ForkOptions, 'stdio' | 'serialization' | 'execArgv'> {
  purpose: Purpose;
  /** More than its purpose asks for. */
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

/**
 * How nice Maia and the analysis process are, where engines are so nice. Maia goes ahead of Stockfish: its trees are
 * the first thing that can be shown, and they tell what is to be searched. What talks to people, at 0, goes ahead of
 * all of them.
 */
export const aheadOfEngines = (nice: number): number => Math.floor(nice / 2);

/** Makes a process (0: this one) nicer, never less nice: started under `nice` it may not go back. */
export function lowerPriority(niceness: number, pid = 0): void {
  try {
    setPriority(pid, Math.max(getPriority(pid), niceness));
  } catch (error) {
    // It may have ended meanwhile, and a container may forbid it: it runs as well, at the priority it has.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
