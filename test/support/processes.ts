import { readFileSync } from 'node:fs';

/** Whether a process still runs. One that has ended but was not yet collected by its parent (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // pid (name) state …: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** All processes below one. https://man7.org/linux/man-pages/man5/proc_pid_task.5.html */
export function below(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const own = text.split(' ').filter(Boolean).map(Number);
  return own.flatMap(child => [child, ...below(child)]);
}

/** The shards of a bot. What computes for them, below each, is none. */
export const shardsBelow = (pid: number): number[] =>
  below(pid).filter(one => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('\0bot\0'));

/** The real one, also where a test has put its own clock in place. */
const { setTimeout: later } = globalThis;

/** Waits until something holds; gives up with a sentence, long after a busy machine would have done it. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await new Promise(resolve => later(resolve, 20));
  }
}
