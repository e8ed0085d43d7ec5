import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/port.ts';
import { until } from '../test/support/processes.ts';

/** A Redis and some workers, each a process of its own on this machine. */

export interface MachineRoom {
  url: string;
  /** Of the processes themselves, without those that they start. */
  redis: number;
  workers: readonly number[];
}

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** One core each: two of them are twice as much, as far as there are cores. */
const SMALL = { KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1' };
const START_MS = 60_000;

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export async function withWorkers<T>(
  count: number,
  folder: string,
  work: (room: MachineRoom) => Promise<T>,
): Promise<T> {
  const started: ChildProcess[] = [];
  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.on('error', error => console.error(`${command}: ${error.message}`));
    started.push(child);
    return child;
  };
  try {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const redis = start('redis-server', [
      ...['--port', String(port), '--bind', '127.0.0.1'],
      ...['--save', '', '--appendonly', 'no'],
    ]);
    const workers = Array.from({ length: count }, (_, index) => {
      const data = join(folder, `worker${index}`);
      mkdirSync(data);
      const args = ['--import', import.meta.resolve('tsx'), MAIN, 'worker'];
      return start(process.execPath, args, { ...SMALL, KIBITZ_DATA_DIR: data, REDIS_URL: url });
    });
    await Promise.all(workers.map(worker => saying(worker, 'Working for')));
    return await work({ url, redis: pidOf(redis), workers: workers.map(pidOf) });
  } finally {
    await Promise.all(started.map(end));
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('it was not started');
  return pid;
}

/** Until it has said so. */
async function saying(child: ChildProcess, words: string): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const spoken = () => {
    if (child.exitCode !== null) throw new Error(`it has ended: ${said}`);
    return said.includes(words);
  };
  await until(spoken, words, START_MS);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
